package com.example.refunds;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a tenant's file says of tools, by name: {@code {"refund": {"currency": "EUR"}}}. Tenants
 * edit it themselves.
 */
record TenantDefaults(Map<String, Map<String, Object>> tools) {

  private static final JsonMapper JSON = new JsonMapper();

  @SuppressWarnings("unchecked") // an object of objects
  static TenantDefaults read(Path file) {
    return new TenantDefaults(JSON.readValue(file.toFile(), Map.class));
  }

  /** The arguments of a call with what the tenant says about them. */
  @SuppressWarnings("unchecked") // arguments are an object
  String applyTo(String tool, String arguments) {
    Map<String, Object> all = new LinkedHashMap<>(JSON.readValue(arguments, Map.class));
    all.putAll(tools.getOrDefault(tool, Map.of()));
    return JSON.writeValueAsString(all);
  }
}
