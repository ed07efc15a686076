/**
 * The tool method as a sink (spec 1.3, invoke): what it is called with is compared with what the
 * model's JSON denotes, and its end is the outcome of the call (spec 2.3).
 */
package dev.countersign.sink.tool;
