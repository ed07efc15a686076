package com.example.payments;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Lets the model call tools until it has nothing more to do. */
@Component
class PaymentsAgent implements ApplicationRunner {

  private final ScriptedModel model = new ScriptedModel();
  private final ToolDesk desk;

  PaymentsAgent(ToolDesk desk) {
    this.desk = desk;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    while (model.wantsMore()) {
      ScriptedModel.ToolCall call = model.next();
      System.out.println("model calls  " + call.tool() + " " + call.arguments());
      System.out.println("is told      " + desk.call(call.tool(), call.arguments()));
    }
  }
}
