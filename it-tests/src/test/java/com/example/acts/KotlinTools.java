package com.example.acts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import kotlin.Metadata;
import kotlin.jvm.internal.Intrinsics;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.MethodCall;

/**
 * A tool in a class file of the shape that Kotlin's compiler gives it, which is no part of this
 * build:
 *
 * <pre>{@code
 * class Desk {
 *   @Tool fun pay(to: String, amount: Int, note: String? = null) = KotlinTools.paid(to, amount, note)
 * }
 * }</pre>
 *
 * <p>So class and method are final, the method begins with a check of what must not be null, which
 * names the method by the stack, and a synthetic static method stands beside it for the default.
 */
public final class KotlinTools {

  private static final int SYNTHETIC = 0x1000;

  /** What the tool does. */
  public static String paid(String to, int amount, String note) {
    String paid = "paid " + to + " " + amount + " " + note;
    System.out.println("ran " + paid);
    try {
      Files.writeString(Path.of("did"), paid + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return paid;
  }

  /**
   * An object of that class.
   *
   * @param tool the framework's annotation
   */
  public static Object desk(AnnotationDescription tool) throws ReflectiveOperationException {
    return new ByteBuddy()
        .subclass(Object.class)
        .name("com.example.acts.Desk")
        .modifiers(Modifier.PUBLIC | Modifier.FINAL)
        .annotateType(
            AnnotationDescription.Builder.ofType(Metadata.class)
                .defineArray("mv", 1, 9, 0)
                .define("k", 1)
                .define("xi", 48)
                .defineArray("d1", "")
                .defineArray("d2", "Lcom/example/acts/Desk;", "", "()V", "pay")
                .build())
        .defineMethod("pay", String.class, Modifier.PUBLIC | Modifier.FINAL)
        .withParameter(String.class, "to")
        .withParameter(int.class, "amount")
        .withParameter(String.class, "note")
        .intercept(
            MethodCall.invoke(
                    Intrinsics.class.getMethod("checkNotNullParameter", Object.class, String.class))
                .withArgument(0)
                .with("to")
                .andThen(
                    MethodCall.invoke(
                            KotlinTools.class.getMethod(
                                "paid", String.class, int.class, String.class))
                        .withAllArguments()))
        .annotateMethod(tool)
        .defineMethod("pay$default", String.class, Modifier.PUBLIC | Modifier.STATIC | SYNTHETIC)
        .withParameters(String.class, int.class, String.class, int.class, Object.class)
        .intercept(
            MethodCall.invoke(
                    KotlinTools.class.getMethod("paid", String.class, int.class, String.class))
                .withArgument(0, 1, 2))
        .make()
        .load(KotlinTools.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
        .getLoaded()
        .getConstructor()
        .newInstance();
  }

  private KotlinTools() {}
}
