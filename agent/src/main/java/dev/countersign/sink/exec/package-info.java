/**
 * The process sink (spec 1.3, {@code exec}): judged where the JDK starts a process, compared again
 * where the bytes go to the kernel. Read {@link dev.countersign.sink.exec.ExecSinks} first: it is
 * the table of what is woven and why there.
 */
package dev.countersign.sink.exec;
