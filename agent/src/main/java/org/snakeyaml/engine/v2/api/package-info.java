/** What of ours has to stand in a package of SnakeYAML Engine. */
package org.snakeyaml.engine.v2.api;
