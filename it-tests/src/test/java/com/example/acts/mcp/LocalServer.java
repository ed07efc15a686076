package com.example.acts.mcp;

import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A server of tools behind a client's transport that answers at once, for whichever line of the MCP
 * Java SDK is on the class path.
 */
public final class LocalServer {

  private static final String SCHEMA =
      "{\"type\": \"object\", \"properties\": {\"to\": {\"type\": \"string\"}}}";

  private final Map<String, String> tools;
  private final Function<CallToolRequest, String> does;

  /**
   * @param tools what it says of each of its tools, by name
   * @param does what a call does, and its result
   */
  public LocalServer(Map<String, String> tools, Function<CallToolRequest, String> does) {
    this.tools = tools;
    this.does = does;
  }

  /** A connection of one client. */
  public McpClientTransport transport() {
    return (McpClientTransport)
        Proxy.newProxyInstance(
            LocalServer.class.getClassLoader(),
            new Class<?>[] {McpClientTransport.class},
            new Wire());
  }

  private String answer(JSONRPCRequest request) {
    switch (request.method()) {
      case "initialize":
        return "{\"protocolVersion\": \""
            + ((InitializeRequest) request.params()).protocolVersion()
            + "\", \"capabilities\": {\"tools\": {}}, \"serverInfo\": {\"name\": \"s\", \"version\":"
            + " \"1\"}}";
      case "tools/list":
        List<String> listed = new ArrayList<>();
        tools.forEach(
            (tool, description) ->
                listed.add(
                    "{\"name\": \""
                        + tool
                        + "\", \"description\": \""
                        + description
                        + "\", \"inputSchema\": "
                        + SCHEMA
                        + "}"));
        return "{\"tools\": " + listed + "}";
      default:
        String did = does.apply((CallToolRequest) request.params());
        return "{\"content\": [{\"type\": \"text\", \"text\": \""
            + did
            + "\"}], \"isError\": false}";
    }
  }

  /** The transport; its methods differ from line to line. */
  private final class Wire implements InvocationHandler {
    private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> receives;

    @Override
    @SuppressWarnings("unchecked") // what every line hands over
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      switch (method.getName()) {
        case "connect":
          receives = (Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>>) args[0];
          return Mono.empty();
        case "sendMessage":
          return args[0] instanceof JSONRPCRequest request
              ? Mono.defer(() -> receives.apply(Mono.just(response(request)))).then()
              : Mono.empty();
        case "unmarshalFrom":
          return read((String) args[0], args[1]);
        case "closeGracefully":
          return Mono.empty();
        case "toString":
          return "a transport";
        case "hashCode":
          return System.identityHashCode(self);
        case "equals":
          return self == args[0];
        default:
          return InvocationHandler.invokeDefault(self, method, args);
      }
    }

    private JSONRPCMessage response(JSONRPCRequest request) {
      return new JSONRPCResponse("2.0", request.id(), answer(request), null);
    }
  }

  /** By Jackson 2 or 3, whichever the line brings. */
  private static Object read(String json, Object type) throws ReflectiveOperationException {
    Method named = type.getClass().getMethod("getType");
    named.setAccessible(true);
    Type wanted = (Type) named.invoke(type);
    Class<?> mapping;
    Object mapper;
    try {
      mapping = Class.forName("com.fasterxml.jackson.databind.ObjectMapper");
      mapper = mapping.getConstructor().newInstance();
    } catch (ClassNotFoundException third) {
      mapping = Class.forName("tools.jackson.databind.ObjectMapper");
      mapper = mapping.getConstructor().newInstance();
    }
    Object made = mapping.getMethod("constructType", Type.class).invoke(mapper, wanted);
    for (Method reads : mapping.getMethods()) {
      Class<?>[] parameters = reads.getParameterTypes();
      if (reads.getName().equals("readValue")
          && parameters.length == 2
          && parameters[0] == String.class
          && parameters[1].isInstance(made)) {
        return reads.invoke(mapper, json, made);
      }
    }
    throw new IllegalStateException("no readValue in " + mapping);
  }
}
