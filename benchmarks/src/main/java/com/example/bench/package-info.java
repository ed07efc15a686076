/** The measured applications: they know nothing of Countersign. */
package com.example.bench;
