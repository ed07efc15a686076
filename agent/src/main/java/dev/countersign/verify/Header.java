package dev.countersign.verify;

import java.util.Map;

/**
 * What the whole is said to be, against which every entry is held: a bundle states it, a chain
 * file's first entry does.
 *
 * @param version raw {@code v}
 * @param chainId raw {@code chain_id}
 * @param anchor the enclosed anchor, null for none and for chain files
 * @param isBundle whether it came from a bundle
 */
record Header(Object version, Object chainId, Map<String, Object> anchor, boolean isBundle) {

  static Header ofChain(Entry first) {
    return new Header(first.get("v"), first.get("chain_id"), null, false);
  }

  Long integralVersion() {
    return Integral.of(version);
  }

  /**
   * Whether another {@code v} is the same: {@code 1.0} is 1, {@code true} and {@code "1"} are not.
   */
  boolean isVersion(Object other) {
    Long own = Integral.of(version);
    return own != null && own.equals(Integral.of(other));
  }
}
