package dev.countersign.weave;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test that begins where there is no scope, and had no preview: other tests of this JVM have
 * theirs before it and after it.
 */
final class NoScopes implements BeforeEachCallback, AfterEachCallback {

  private boolean any;
  private boolean anyClosed;
  private WeakReference<Object> current;
  private List<WeakReference<Object>> earlier;

  @Override
  public void beforeEach(ExtensionContext test) {
    any = LiveScopes.any;
    anyClosed = CheckCell.anyClosed;
    current = LiveScopes.current;
    earlier = new ArrayList<>(LiveScopes.EARLIER);
    LiveScopes.any = false;
    CheckCell.anyClosed = false;
    LiveScopes.current = new WeakReference<>(null);
    LiveScopes.EARLIER.clear();
  }

  @Override
  public void afterEach(ExtensionContext test) {
    LiveScopes.any = any;
    CheckCell.anyClosed = anyClosed;
    LiveScopes.current = current;
    LiveScopes.EARLIER.clear();
    LiveScopes.EARLIER.addAll(earlier);
  }
}
