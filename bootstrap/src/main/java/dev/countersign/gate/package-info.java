/** The one point that woven code calls. */
package dev.countersign.gate;
