/** What other programs may watch: status files. */
package dev.countersign.observe;
