/**
 * How a scope travels to other threads (spec 1.6, law 7): captured where a task is submitted or a
 * thread is started, entered where it runs. Read {@link dev.countersign.sink.carry.CarrySites}
 * first: it is the table of what is woven.
 *
 * <p>Carrying finds a preview and never grants one. A scope that is lost on the way leads to a
 * refusal, one that leaks is spent or differs.
 */
package dev.countersign.sink.carry;
