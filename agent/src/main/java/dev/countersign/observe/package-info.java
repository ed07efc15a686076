/** What other programs and people may watch: status files, and lines on standard error. */
package dev.countersign.observe;
