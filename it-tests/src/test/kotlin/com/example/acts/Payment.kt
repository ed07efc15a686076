package com.example.acts

import java.nio.file.Files
import java.nio.file.Path

/** What is paid: a default, and what may be missing. */
data class Payment(val to: String, val amount: Int = 1, val note: String? = null)

/** What every tool here does. */
internal fun did(what: String): String {
  println("ran $what")
  Files.writeString(Path.of("did"), what + "\n")
  return what
}
