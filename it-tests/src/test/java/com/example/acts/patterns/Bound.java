package com.example.acts.patterns;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Marks methods that are tools. */
@Retention(RetentionPolicy.RUNTIME)
@interface Bound {}
