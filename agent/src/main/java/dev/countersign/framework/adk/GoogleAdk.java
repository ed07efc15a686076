package dev.countersign.framework.adk;

import dev.countersign.config.Configuration;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Calls;
import dev.countersign.framework.ExemptFrames;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The preset for Google ADK: where its tool calls are resolved (Q), where their arguments are built
 * (B), and where they are carried out (K).
 *
 * <pre>
 * Functions#handleFunctionCalls[Live]          Q   what the model asked for, or a person confirmed
 *   #maybeInvokeBeforeToolCall                     which of it a context stands for; then callbacks change the arguments
 *   #callTool                                  Q   judged, as it was asked for;
 *                                              K   for tools of other classes, whose methods carry no gate
 *     FunctionTool#runAsync                    Q   of calls that come through no turn; where a tool around it hands on
 *   FunctionTool#callLive                      Q   of tools that stream
 *       #buildArguments                        B   records only
 *       #call, #callLive                       K   for methods that cannot be woven (interfaces, hidden classes)
 *         the tool method                      K   woven when the application registers it
 *   #postProcessFunctionResult                     where a refusal becomes what the model reads as the tool's result
 *   #generateRequestConfirmationEvent                what the answers to its questions are called
 * ToolContext#requestConfirmation                  what a person is asked
 * the models' generateContent                      requests inside are exempt
 * </pre>
 *
 * <p>Read with {@code javap -p -s} on 1.0.0 and 1.8.0, which have the same names and descriptors. A
 * line that lacks one of them is closed: its calls are refused {@code CS-INTERNAL} and one line
 * says which version was seen.
 */
public final class GoogleAdk {

  private static final String MODULE = "countersign.adk";
  private static final String MAYBE = "Lio/reactivex/rxjava3/core/Maybe;";
  private static final String MAP = "Ljava/util/Map;";
  private static final String CONTEXT = descriptor(Library.TOOL_CONTEXT);
  private static final String INVOCATION = descriptor(Library.INVOCATION);
  private static final String TOOL = descriptor(Library.TOOL);

  private final Effects effects;
  private final Configuration configuration;
  private final Weaver weaver;
  private final String version;
  private final Consumer<String> holes;

  /**
   * @param version of this agent
   * @param holes hears of each tool that cannot be bound, as the text of one line
   */
  public GoogleAdk(
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    this.effects = effects;
    this.configuration = configuration;
    this.weaver = weaver;
    this.version = version;
    this.holes = holes;
  }

  /** What is woven in the library. */
  public List<Site> sites() {
    ExemptFrames table = new ExemptFrames(effects);
    List<Site> sites = new ArrayList<>(16);
    for (String model : new String[] {"Gemini", "Claude", "ApigeeLlm"}) {
      // What they send goes on behind the method, on threads of the client's.
      sites.add(
          table.frameGoingOn(
              "com.google.adk.models." + model,
              "generateContent",
              "(Lcom/google/adk/models/LlmRequest;Z)Lio/reactivex/rxjava3/core/Flowable;"));
    }
    String turn = "(" + INVOCATION + descriptor(Library.EVENT) + MAP + MAP + ")" + MAYBE;
    sites.add(functions("handleFunctionCalls", turn).to(hook(TURN)));
    sites.add(functions("handleFunctionCallsLive", turn).to(hook(TURN)));
    sites.add(
        functions(
                "maybeInvokeBeforeToolCall", "(" + INVOCATION + TOOL + MAP + CONTEXT + ")" + MAYBE)
            .decidesAtExit(true)
            .to(hook(BEFORE)));
    sites.add(
        functions("callTool", "(" + TOOL + MAP + CONTEXT + ")" + MAYBE)
            .replacing()
            .decidesAtExit(true)
            .to(hook(CALLED)));
    sites.add(
        functions(
                "postProcessFunctionResult",
                "("
                    + MAYBE
                    + INVOCATION
                    + TOOL
                    + MAP
                    + CONTEXT
                    + "ZLio/opentelemetry/context/Context;)"
                    + MAYBE)
            .replacing()
            .to(hook(RESULT)));
    sites.add(
        functions(
                "generateRequestConfirmationEvent",
                "("
                    + INVOCATION
                    + descriptor(Library.EVENT)
                    + descriptor(Library.EVENT)
                    + ")Ljava/util/Optional;")
            .to(hook(ASKED)));
    String live = "(" + MAP + CONTEXT + INVOCATION + ")";
    sites.add(
        function("runAsync", "(" + MAP + CONTEXT + ")Lio/reactivex/rxjava3/core/Single;")
            .decidesAtExit(true)
            .to(hook(FUNCTION)));
    sites.add(
        function("callLive", live + "Lio/reactivex/rxjava3/core/Flowable;")
            .decidesAtExit(true)
            .to(hook(FUNCTION)));
    sites.add(
        function("callLive", live + "Lio/reactivex/rxjava3/core/Flowable;")
            .decidesAtExit(true)
            .to(hook(INVOKED)));
    sites.add(
        function("call", "(" + MAP + CONTEXT + ")" + MAYBE).decidesAtExit(true).to(hook(INVOKED)));
    sites.add(
        Site.onCall(Library.FUNCTION_TOOL)
            .anywhere()
            .before(
                "java/lang/reflect/Method",
                "invoke",
                "(Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;")
            .replacing()
            .to(hook(INVOCATION_SITE)));
    sites.add(
        function("buildArguments", live + "[Ljava/lang/Object;").replacing().to(hook(ARGUMENTS)));
    sites.add(
        Site.onConstructor(Library.FUNCTION_TOOL)
            .at(
                "(Ljava/lang/Object;Ljava/lang/reflect/Method;ZZ"
                    + "Lcom/fasterxml/jackson/databind/ObjectMapper;)V")
            .carrying()
            .to(hook(DISCOVERY)));
    sites.add(
        Site.onEntry(Library.TOOL_CONTEXT)
            .at("requestConfirmation", "(Ljava/lang/String;Ljava/lang/Object;)V")
            .to(hook(CONFIRMATION)));
    return sites;
  }

  private static Site.Builder functions(String method, String descriptor) {
    return Site.on(Library.FUNCTIONS).at(method, descriptor);
  }

  private static Site.Builder function(String method, String descriptor) {
    return Site.on(Library.FUNCTION_TOOL).at(method, descriptor);
  }

  private static String descriptor(String className) {
    return "L" + className.replace('.', '/') + ";";
  }

  private static final int TURN = 0;
  private static final int BEFORE = 1;
  private static final int CALLED = 2;
  private static final int RESULT = 3;
  private static final int FUNCTION = 4;
  private static final int INVOKED = 5;
  private static final int INVOCATION_SITE = 6;
  private static final int ARGUMENTS = 7;
  private static final int DISCOVERY = 8;
  private static final int CONFIRMATION = 9;
  private static final int ASKED = 10;

  private final LaterHandlers hooks =
      new LaterHandlers() {
        @Override
        protected SiteHandler[] make() {
          return hooks();
        }
      };

  private SiteHandler hook(int number) {
    return hooks.get(number);
  }

  private SiteHandler[] hooks() {
    Adapter turns = adapter(Library.FUNCTIONS, "callTool");
    Adapter function = adapter(Library.FUNCTION_TOOL, "runAsync");
    Tools tools =
        new Tools(
            new BoundTools(
                effects, weaver, function, holes, "Google ADK", MethodParameters::described));
    Confirmations confirmations = new Confirmations();
    Turns asked = new Turns(confirmations);
    Calls calls = new Calls(effects, configuration);
    Resolutions resolutions = new Resolutions(effects, calls, tools, asked, confirmations);
    Invoked invoked = new Invoked(effects, new ToolSink(effects, function, null));
    SiteHandler[] made = new SiteHandler[11];
    made[TURN] = new TurnHook(asked);
    made[BEFORE] = new BeforeHook(effects, asked, tools);
    made[CALLED] = new CalledHook(effects, resolutions, new ToolSink(effects, turns, null), turns);
    made[RESULT] = new ResultHook(effects);
    made[FUNCTION] = new FunctionHook(effects, resolutions, invoked, function);
    made[INVOKED] = invoked;
    made[INVOCATION_SITE] = invoked.call();
    made[ARGUMENTS] = new ArgumentsHook(effects);
    made[DISCOVERY] = new DiscoveryHook(tools, calls);
    made[ASKED] = new AskedHook(effects, confirmations);
    made[CONFIRMATION] = new ConfirmationHook(asked, confirmations);
    return made;
  }

  private Adapter adapter(String className, String method) {
    return new Adapter(MODULE, version, className + "#" + method);
  }
}
