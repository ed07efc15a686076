package com.example.repoassistant;

/** What a user can ask for. */
interface Assistant {

  String chat(String request);
}
