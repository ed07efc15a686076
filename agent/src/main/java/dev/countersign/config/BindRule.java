package dev.countersign.config;

import dev.countersign.effect.Glob;

/**
 * An application's own resolution point ({@code bind[]}, spec 5.3). Exactly one of {@code exec},
 * {@code send} and {@code invoke} is given.
 *
 * @param resolve the method where the request is judged
 * @param tool null, or the tools that this entry is for, where several entries share a {@code
 *     resolve}
 * @param exec extractors of a process start, or null
 * @param send extractor of an HTTP request, or null
 * @param invoke extractors of a tool call, or null
 * @param sink the method that carries the call out; null: that tool's {@code method}
 * @param times how often one preview may be committed; default once
 * @param shared as in {@link EffectRule}
 * @param redirects of a request; {@code REFUSE} for everything else
 * @param position where it stands
 */
public record BindRule(
    MethodPattern resolve,
    Glob tool,
    ExecBind exec,
    SendBind send,
    InvokeBind invoke,
    MethodPattern sink,
    Times times,
    boolean shared,
    Redirects redirects,
    Position position) {}
