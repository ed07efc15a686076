package com.example.acts

import com.fasterxml.jackson.annotation.JsonCreator
import com.fasterxml.jackson.annotation.JsonProperty
import com.fasterxml.jackson.annotation.JsonTypeInfo
import com.fasterxml.jackson.annotation.JsonTypeName
import java.nio.file.Files
import java.nio.file.Path

/** What is paid: a default, and what may be missing. */
data class Payment(val to: String, val amount: Int = 1, val note: String? = null)

/** For who reads it without Kotlin's module. */
data class Ticket
@JsonCreator
constructor(@param:JsonProperty("to") val to: String, @param:JsonProperty("amount") val amount: Int)

enum class Urgency { LOW, HIGH }

/** One text to the compiler, and no class of its own where it is not in a list or null. */
@JvmInline value class Account(val number: String)

/** One of a few, which its JSON names, and which Kotlin alone lists. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
sealed interface Means

@JsonTypeName("card") data class Card(val number: String, val months: Int = 12) : Means

@JsonTypeName("cash") data class Cash(val notes: Int) : Means

/** All of them. */
data class Order(
  val from: Account,
  val by: Means,
  val urgency: Urgency = Urgency.LOW,
  val amounts: List<Long> = listOf(),
  val to: Account? = null,
  val next: Order? = null,
)

/** What every tool here does. */
internal fun did(what: String): String {
  println("ran $what")
  Files.writeString(Path.of("did"), what + "\n")
  return what
}
