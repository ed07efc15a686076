package dev.countersign.learn;

import java.util.Map;

/**
 * One effect that was learned.
 *
 * @param call in which it was; a call of its own outside any
 * @param verb {@code exec} or {@code send}
 * @param intent as it was written
 */
record Sample(Call call, String verb, Map<String, Object> intent) {}
