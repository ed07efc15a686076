package com.example.acts.process;

import java.util.concurrent.CountDownLatch;

/**
 * F09: a process is started while a class is being found, and another thread starts the first one.
 */
public final class LoaderActs {

  static void startWhileAClassIsFound() throws Exception {
    CountDownLatch inLoader = new CountDownLatch(1);
    CountDownLatch elsewhere = new CountDownLatch(1);
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
              inLoader.countDown();
              touch("inLoader");
              await(elsewhere);
              touch("inLoaderAgain");
            }
            throw new ClassNotFoundException(name);
          }
        };
    Thread finder =
        new Thread(
            () -> {
              try {
                loader.loadClass("com.example.Absent");
              } catch (ClassNotFoundException expected) {
                touch("notFound");
              }
            });
    finder.start();
    await(inLoader);
    touch("elsewhere");
    elsewhere.countDown();
    finder.join();
  }

  private static void touch(String file) {
    try {
      Tools.touch(file, () -> Tools.run(new ProcessBuilder("touch", file)));
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  private LoaderActs() {}
}
