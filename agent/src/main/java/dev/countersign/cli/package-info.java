/** The command line (spec 6): one class per command, exit codes shared by all. */
package dev.countersign.cli;
