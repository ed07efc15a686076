package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.Adapter;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/** Stands in for what takes a server's {@code tools/call}. */
final class Entrance implements InvocationHandler {

  private final Object entrance;
  private final Arrivals arrivals;
  private final Resolutions resolutions;
  private final Adapter adapter;

  Entrance(Object entrance, Arrivals arrivals, Resolutions resolutions, Adapter adapter) {
    this.entrance = entrance;
    this.arrivals = arrivals;
    this.resolutions = resolutions;
    this.adapter = adapter;
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (!method.getName().equals("handle") || args.length != 2) {
      return GatedCall.plain(method, entrance, args);
    }
    Class<?> library = method.getDeclaringClass();
    Arrived before = arrivals.enter(args[1]);
    try {
      EffectRefusedException unknown =
          resolutions.ofUnknownLine(library, arrivals.current(), adapter);
      return unknown == null
          ? GatedCall.plain(method, entrance, args)
          : Monos.of(library).just(ToldResult.of(library, unknown));
    } finally {
      arrivals.leave(before);
    }
  }
}
