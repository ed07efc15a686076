package dev.countersign.config;

import java.util.List;

/**
 * One method by exact name and parameter types, {@code pkg.Type#name(ParamType,…)} (spec 5.2).
 *
 * @param text as written
 * @param className the declaring class as {@link Class#getName()} gives it: dots between packages, {@code $} before nested
 *     types
 * @param methodName the method
 * @param parameters the parameter part of its descriptor, for example {@code (Ljava/lang/String;J)}
 * @param parameterNames one name per parameter if the pattern gives them ({@code create(long id)}), else empty
 */
public record MethodPattern(
    String text, String className, String methodName, String parameters, List<String> parameterNames) {}
