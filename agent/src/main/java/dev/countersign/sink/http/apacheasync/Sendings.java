package dev.countersign.sink.http.apacheasync;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Members;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;

/**
 * What is known of requests under way, by objects of the library and of the application. Keeps none
 * of them alive. Thread-safe.
 */
final class Sendings {

  private static final int MAX_AROUND = 3;

  /** Of a class of the library that is made where it is used, what it was made around. */
  private static final ClassValue<Field[]> AROUND =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          List<Field> around = new ArrayList<>();
          if (type.getName().startsWith(LIBRARY)) {
            for (Field field : type.getDeclaredFields()) {
              boolean made = field.isSynthetic() || field.getType().getName().endsWith(EXCHANGE);
              if (made && field.getType().getName().startsWith(LIBRARY)) {
                field.setAccessible(true);
                around.add(field);
              }
            }
          }
          return around.toArray(new Field[0]);
        }
      };

  private static final String LIBRARY = "org.apache.hc.";
  private static final String EXCHANGE = ".AsyncClientExchangeHandler";

  private final Effects effects;
  private final WeakIdentityMap<Sending> known = new WeakIdentityMap<>();
  private volatile boolean begun;

  Sendings(Effects effects) {
    this.effects = effects;
  }

  /**
   * Whether nothing of any request was ever worth knowing. Until then none can be mistaken for that
   * of a tool.
   */
  boolean areNone() {
    return !begun;
  }

  /** From now on requests are remembered, whoever asks for them. */
  void begun() {
    if (!begun) {
      begun = true;
    }
  }

  /** Whether what the calling thread asks for need not be remembered. */
  boolean leaves() {
    return !begun && effects.leavesAny();
  }

  /** The calling thread asks for a request: the scope that it carries stays open for it. */
  Sending begin() {
    return new Sending(Carry.capture(), effects.begun());
  }

  /** The calling thread asks for a request of which nobody will say when it is over. */
  void beginOpenEnded(Object part) {
    if (of(part) == null) {
      put(part, new Sending(Carry.capture(), null));
    }
  }

  /** Null for one that nobody knows. */
  Sending of(Object part) {
    return known.get(part);
  }

  /**
   * Of the exchange of a stream, which may be the library's own around the one that is known. Where
   * nobody said where it began, it is the calling thread's.
   */
  Sending ofExchange(Object exchange) {
    Sending sending = within(exchange, MAX_AROUND);
    return sending == null ? new Sending(Carry.capture(), null) : sending;
  }

  private Sending within(Object part, int around) {
    Sending sending = known.get(part);
    if (sending != null || around == 0) {
      return sending;
    }
    for (Field field : AROUND.get(part.getClass())) {
      Object inner = Members.read(field, part);
      sending = inner == null ? null : within(inner, around - 1);
      if (sending != null) {
        return sending;
      }
    }
    return null;
  }

  void put(Object part, Sending sending) {
    begun();
    known.put(part, sending);
  }

  /** A request is over, however it ended. */
  void end(Object part) {
    Sending sending = known.remove(part);
    CallScope scope = sending == null ? null : sending.settle();
    if (scope != null) {
      effects.completed(scope);
    }
  }
}
