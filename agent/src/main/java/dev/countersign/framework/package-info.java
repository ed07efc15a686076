/**
 * What the presets share: reading a framework's objects, the methods behind its tools, and the
 * resolution of its calls.
 *
 * <p>A preset is a table of exact names (one class with the name of the framework in its package)
 * and one type for each class that is hooked.
 */
package dev.countersign.framework;
