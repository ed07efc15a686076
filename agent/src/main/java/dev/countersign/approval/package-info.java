/**
 * Approvals (spec 5.2, 5.9, issue 8): what a person is asked, what a person answers, and the
 * directory that both sides share. The JVM that asks writes requests and marks what it has used; a
 * person's own process signs tickets with a key that the JVM's user cannot read. Knows nothing of
 * calls and scopes.
 */
package dev.countersign.approval;
