package com.example.acts

import kotlinx.coroutines.delay
import org.springframework.ai.tool.annotation.Tool

/** Tools of Spring AI as an application writes them in Kotlin. */
class SpringDesk {

  @Tool(description = "Pays")
  fun pay(to: String, amount: Int, note: String? = null): String = did("paid $to $amount $note")

  @Tool(description = "Settles")
  fun settle(payment: Payment): String = did("settled $payment")

  @Tool(description = "Settles many")
  fun settleAll(payments: List<Payment>): String = did("settled all $payments")

  @Tool(description = "Hurries")
  fun hurry(urgency: Urgency, amount: Long?): String = did("hurried $urgency $amount")

  @Tool(description = "Pays by something")
  fun by(means: Means): String = did("paid by $means")

  @Tool(description = "Orders")
  fun order(order: Order): String = did("ordered $order")

  /** Its method has another name, of which a part is made of its parameters' types. */
  @Tool(name = "draw", description = "Draws")
  fun draw(from: Account, amount: Int): String = did("drew $amount from $from")

  @Tool(description = "Pays at once")
  suspend fun payAtOnce(to: String): String = did("paid $to at once")

  @Tool(description = "Pays some time")
  suspend fun payLater(to: String): String {
    delay(1)
    return did("paid $to later")
  }
}
