package dev.countersign.config;

/**
 * One effect per element of a list ({@code each}, spec 5.4).
 *
 * @param path the list among the authorised arguments, for example {@code args.items}; the template sees each element as
 *     {@code item}
 */
public record Each(String path) {}
