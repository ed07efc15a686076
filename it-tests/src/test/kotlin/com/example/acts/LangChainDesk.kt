package com.example.acts

import dev.langchain4j.agent.tool.P
import dev.langchain4j.agent.tool.Tool
import kotlinx.coroutines.delay

/** Tools of LangChain4j as an application writes them in Kotlin. */
class LangChainDesk {

  @Tool
  fun pay(@P("whom") to: String, @P("how much") amount: Int, @P("why") note: String? = null): String =
    did("paid $to $amount $note")

  @Tool
  fun settle(@P("what") payment: Payment): String = did("settled $payment")

  @Tool
  fun settleAll(@P("what") payments: List<Payment>): String = did("settled all $payments")

  @Tool
  fun hurry(@P("how") urgency: Urgency, @P("how much", required = false) amount: Long?): String =
    did("hurried $urgency $amount")

  @Tool
  fun by(@P("means") means: Means): String = did("paid by $means")

  @Tool
  fun order(@P("what") order: Order): String = did("ordered $order")

  /** Its method has another name, of which a part is made of its parameters' types. */
  @Tool(name = "draw")
  fun draw(@P("from where") from: Account, @P("how much") amount: Int): String =
    did("drew $amount from $from")

  @Tool
  suspend fun payAtOnce(@P("whom") to: String): String = did("paid $to at once")

  @Tool
  suspend fun payLater(@P("whom") to: String): String {
    delay(1)
    return did("paid $to later")
  }
}
