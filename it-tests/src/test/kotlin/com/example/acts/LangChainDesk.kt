package com.example.acts

import dev.langchain4j.agent.tool.P
import dev.langchain4j.agent.tool.Tool

/** Tools of LangChain4j as an application writes them in Kotlin. */
class LangChainDesk {

  @Tool
  fun pay(@P("whom") to: String, @P("how much") amount: Int, @P("why") note: String? = null): String =
    did("paid $to $amount $note")

  @Tool
  fun settle(@P("what") payment: Payment): String = did("settled $payment")

  @Tool
  fun settleAll(@P("what") payments: List<Payment>): String = did("settled all $payments")
}
