package dev.countersign.scope;

import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What a framework's argument builder was given and what it made of it (spec 5.1, point B).
 *
 * @param given the JSON object that it converted, without the parameters that a framework injects
 *     or the entry excludes; null where that cannot be told
 * @param values one for each parameter of the call's method that comes from the model, in order
 * @param ownConversion whether the framework's own code, with the types of the parameters, and
 *     nothing else made {@code values} of {@code given}; asked only where it matters
 */
public record Building(Map<String, Object> given, Object[] values, BooleanSupplier ownConversion) {}
