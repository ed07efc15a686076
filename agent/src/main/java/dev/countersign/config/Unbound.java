package dev.countersign.config;

/**
 * What happens to effects without a preview (spec 5.7).
 *
 * @param inTool inside a tool call; default {@code refuse}
 * @param elsewhereExec process starts outside any tool call; default {@code allow}
 * @param elsewhereSend network requests outside any tool call; default {@code allow}
 * @param elsewhereInvoke bound methods outside any tool call; default {@code allow}
 * @param sockets raw sockets; default {@code observe}
 * @param nativeLoads native libraries and down-calls; default {@code observe}
 */
public record Unbound(
    Word inTool,
    Word elsewhereExec,
    Word elsewhereSend,
    Word elsewhereInvoke,
    Word sockets,
    Word nativeLoads) {}
