package dev.countersign.config;

/**
 * Where a bound method carries a tool call ({@code bind[].invoke}, spec 5.3).
 *
 * @param tool the tool's name
 * @param arguments the arguments as the model presented them
 */
public record InvokeBind(String tool, String arguments) {}
