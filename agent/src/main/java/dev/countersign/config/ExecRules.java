package dev.countersign.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What holds for every process start ({@code exec}, spec 5.5).
 *
 * @param envIgnore environment variables that other agents set and that are left out of the
 *     comparison
 * @param interpretersRefused {@code stdin: refuse-interpreters}: an interpreter that would read its
 *     program from an open standard input is not started; default {@code allow}
 * @param nativeRequired {@code native: required}: the JVM is not started where the bytes that reach
 *     the kernel cannot be compared; default {@code best-effort}
 */
public record ExecRules(
    List<String> envIgnore, boolean interpretersRefused, boolean nativeRequired) {

  /**
   * The rules in force as a JSON value, defaults included: {@code ctx.sandbox} of an exec (spec
   * 1.4).
   */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new TreeMap<>();
    json.put("env_ignore", new ArrayList<Object>(envIgnore));
    json.put("native", nativeRequired ? "required" : "best-effort");
    json.put("stdin", interpretersRefused ? "refuse-interpreters" : "allow");
    return json;
  }
}
