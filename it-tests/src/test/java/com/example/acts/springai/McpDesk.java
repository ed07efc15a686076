package com.example.acts.springai;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import reactor.core.publisher.Mono;

/**
 * A server of tools behind a transport that answers at once, for whichever line of the MCP Java SDK
 * Spring AI brings. What a tool does is what arrives there.
 */
final class McpDesk {

  private static final String SCHEMA =
      "{\"type\": \"object\", \"properties\": {\"to\": {\"type\": \"string\"}}}";

  private final String[] tools;
  private McpSyncClient sync;
  private McpAsyncClient async;

  McpDesk(String... tools) {
    this.tools = tools;
  }

  SyncMcpToolCallback sync(String tool) {
    return new SyncMcpToolCallback(client(), tool(tool));
  }

  AsyncMcpToolCallback async(String tool) {
    return new AsyncMcpToolCallback(asyncClient(), tool(tool));
  }

  McpSyncClient client() {
    if (sync == null) {
      sync = McpClient.sync(transport()).build();
      sync.initialize();
    }
    return sync;
  }

  McpAsyncClient asyncClient() {
    if (async == null) {
      async = McpClient.async(transport()).build();
      async.initialize().block();
    }
    return async;
  }

  /** As the server lists it. */
  Tool tool(String name) {
    for (Tool tool : client().listTools().tools()) {
      if (tool.name().equals(name)) {
        return tool;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private McpClientTransport transport() {
    return (McpClientTransport)
        Proxy.newProxyInstance(
            McpDesk.class.getClassLoader(), new Class<?>[] {McpClientTransport.class}, new Wire());
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
        for (String tool : tools) {
          listed.add(
              "{\"name\": \""
                  + tool
                  + "\", \"description\": \"Pays\", \"inputSchema\": "
                  + SCHEMA
                  + "}");
        }
        return "{\"tools\": " + listed + "}";
      default:
        CallToolRequest call = (CallToolRequest) request.params();
        String did = Payments.did("paid " + new TreeMap<>(call.arguments()));
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
