package com.example.acts

import org.springframework.ai.tool.annotation.Tool

/** Tools of Spring AI as an application writes them in Kotlin. */
class SpringDesk {

  @Tool(description = "Pays")
  fun pay(to: String, amount: Int, note: String? = null): String = did("paid $to $amount $note")

  @Tool(description = "Settles")
  fun settle(payment: Payment): String = did("settled $payment")

  @Tool(description = "Settles many")
  fun settleAll(payments: List<Payment>): String = did("settled all $payments")

  @Tool(description = "Pays some time")
  suspend fun payLater(to: String): String = did("paid $to later")
}
