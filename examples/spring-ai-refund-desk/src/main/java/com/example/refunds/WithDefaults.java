package com.example.refunds;

import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** A tool whose arguments are completed by what the tenant wants. */
record WithDefaults(ToolCallback tool, TenantDefaults defaults) implements ToolCallback {

  @Override
  public ToolDefinition getToolDefinition() {
    return tool.getToolDefinition();
  }

  @Override
  public ToolMetadata getToolMetadata() {
    return tool.getToolMetadata();
  }

  @Override
  public String call(String arguments) {
    return call(arguments, null);
  }

  @Override
  public String call(String arguments, ToolContext context) {
    return tool.call(defaults.applyTo(getToolDefinition().name(), arguments), context);
  }
}
