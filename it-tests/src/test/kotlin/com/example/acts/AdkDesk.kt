package com.example.acts

import com.google.adk.tools.Annotations.Schema
import kotlinx.coroutines.delay

/** Tools of Google ADK as an application writes them in Kotlin. */
class AdkDesk {

  fun pay(
    @Schema(name = "to") to: String,
    @Schema(name = "amount") amount: Int,
    @Schema(name = "note", optional = true) note: String? = null,
  ): String = did("paid $to $amount $note")

  fun settle(@Schema(name = "payment") payment: Payment): String = did("settled $payment")

  fun settleAll(@Schema(name = "payments") payments: List<Payment>): String = did("settled all $payments")

  fun redeem(@Schema(name = "ticket") ticket: Ticket): String = did("redeemed $ticket")

  fun hurry(@Schema(name = "urgency") urgency: Urgency, @Schema(name = "amount", optional = true) amount: Long?): String =
    did("hurried $urgency $amount")

  fun by(@Schema(name = "means") means: Means): String = did("paid by $means")

  fun order(@Schema(name = "order") order: Order): String = did("ordered $order")

  /** Its method has another name, of which a part is made of its parameters' types. */
  @Schema(name = "draw")
  fun draw(@Schema(name = "from") from: Account, @Schema(name = "amount") amount: Int): String =
    did("drew $amount from $from")

  suspend fun payAtOnce(@Schema(name = "to") to: String): String = did("paid $to at once")

  suspend fun payLater(@Schema(name = "to") to: String): String {
    delay(1)
    return did("paid $to later")
  }
}
