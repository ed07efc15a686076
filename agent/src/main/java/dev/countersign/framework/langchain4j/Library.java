package dev.countersign.framework.langchain4j;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads objects of the library, whose classes are not visible here. Only classes whose exact names
 * are known are read, so that no method of the application runs.
 */
final class Library {

  static final String REQUEST = "dev.langchain4j.agent.tool.ToolExecutionRequest";
  static final String SPECIFICATION = "dev.langchain4j.agent.tool.ToolSpecification";
  static final String PARAMETER = "dev.langchain4j.agent.tool.P";
  static final String MEMORY_ID = "dev.langchain4j.agent.tool.ToolMemoryId";
  static final String INVOCATION_PARAMETERS = "dev.langchain4j.invocation.InvocationParameters";
  static final String INVOCATION_CONTEXT = "dev.langchain4j.invocation.InvocationContext";
  static final String MANAGED = "dev.langchain4j.invocation.LangChain4jManaged";
  static final String TOOL_EXECUTOR = "dev.langchain4j.service.tool.ToolExecutor";
  static final String DEFAULT_TOOL_EXECUTOR = "dev.langchain4j.service.tool.DefaultToolExecutor";
  static final String DEFAULT_TOOL_EXECUTOR_BUILDER = DEFAULT_TOOL_EXECUTOR + "$Builder";
  static final String TOOL_SERVICE = "dev.langchain4j.service.tool.ToolService";
  static final String STREAMING_HANDLER =
      "dev.langchain4j.service.AiServiceStreamingResponseHandler";
  static final String EXECUTION_FAILED = "dev.langchain4j.exception.ToolExecutionException";

  /** What a streaming model's answer passes on its way to whoever asked; anonymous in all lines. */
  static final String STREAM = "dev.langchain4j.model.chat.StreamingChatModel$1";

  static final String COMPLETE_TOOL_CALL = "dev.langchain4j.model.chat.response.CompleteToolCall";
  static final String CHAT_MODEL = "dev.langchain4j.model.chat.ChatModel";
  static final String CHAT_REQUEST = "dev.langchain4j.model.chat.request.ChatRequest";
  static final String CHAT_RESPONSE = "dev.langchain4j.model.chat.response.ChatResponse";
  static final String AI_MESSAGE = "dev.langchain4j.data.message.AiMessage";
  static final String SCHEMA_ELEMENT = "dev.langchain4j.model.chat.request.json.JsonSchemaElement";
  static final String SCHEMA_TO_MAP = "dev.langchain4j.internal.JsonSchemaElementUtils";

  private static final ClassValue<Map<String, Object>> MEMBERS =
      new ClassValue<>() {
        @Override
        protected Map<String, Object> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>();
        }
      };

  /** Whether the object is exactly of that class, no subclass. */
  static boolean isExactly(Object object, String className) {
    return object != null && object.getClass().getName().equals(className);
  }

  /**
   * The value of a public accessor without parameters.
   *
   * @throws IllegalStateException when the class has none of that name: an unknown line of the
   *     library
   */
  static Object get(Object target, String accessor) {
    Class<?> type = target.getClass();
    Method method = (Method) MEMBERS.get(type).get(accessor);
    if (method == null) {
      method = accessor(type, accessor);
      MEMBERS.get(type).put(accessor, method);
    }
    return invoke(method, target);
  }

  /** The value of a field of exactly this class, private ones included. */
  static Object field(Object target, Class<?> declaring, String name) {
    String key = "." + name;
    Field field = (Field) MEMBERS.get(declaring).get(key);
    try {
      if (field == null) {
        field = declaring.getDeclaredField(name);
        field.setAccessible(true);
        MEMBERS.get(declaring).put(key, field);
      }
      return field.get(target);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(
          declaring.getName() + " has no field " + name + " that could be read", missing);
    }
  }

  /**
   * The value of an element of an annotation; {@code absent} where this line of the library does
   * not know it.
   */
  static Object element(java.lang.annotation.Annotation annotation, String name, Object absent) {
    Method method;
    try {
      method = annotation.annotationType().getMethod(name);
    } catch (NoSuchMethodException olderLine) {
      return absent;
    }
    return invoke(method, annotation);
  }

  /** Whether the class itself declares that method, of whatever result. */
  static boolean declares(Class<?> type, String name, String... parameters) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && takes(method.getParameterTypes(), parameters)) {
        return true;
      }
    }
    return false;
  }

  private static boolean takes(Class<?>[] types, String[] names) {
    if (types.length != names.length) {
      return false;
    }
    for (int i = 0; i < types.length; i++) {
      if (!types[i].getName().equals(names[i])) {
        return false;
      }
    }
    return true;
  }

  static Object invoke(Method method, Object target, Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException(method + " could not be read", failed);
    }
  }

  private static Method accessor(Class<?> type, String name) {
    try {
      Method method = type.getMethod(name);
      // Public accessors of classes that are not public themselves.
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException unknownLine) {
      throw new IllegalStateException(type.getName() + " has no accessor " + name, unknownLine);
    }
  }

  private Library() {}
}
