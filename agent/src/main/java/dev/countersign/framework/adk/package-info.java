/**
 * Google ADK as it is: where a tool call is resolved, where its arguments are built, and how a
 * refusal reaches the model.
 *
 * <p>The library's classes live in the application's loader and are not visible from here.
 * Everything is told by exact names; the tables of names stand in {@link
 * dev.countersign.framework.adk.GoogleAdk}.
 */
package dev.countersign.framework.adk;
