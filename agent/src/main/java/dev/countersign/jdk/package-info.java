/** What the JDK keeps to itself and the agent calls all the same. */
package dev.countersign.jdk;
