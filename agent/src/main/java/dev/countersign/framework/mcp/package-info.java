/**
 * The MCP Java SDK as it is: where a server resolves a call of a tool, where its handler runs, what
 * a client sends, and how a refusal reaches the model on either side.
 *
 * <p>The library's classes live in the application's loader and are not visible from here.
 * Everything is told by exact names; the tables of names stand in {@link
 * dev.countersign.framework.mcp.Mcp}.
 */
package dev.countersign.framework.mcp;
