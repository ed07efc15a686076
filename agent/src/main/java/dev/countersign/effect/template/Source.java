package dev.countersign.effect.template;

/** Where a template's references get their JSON values: a call's arguments, or a bound method's. */
interface Source {

  /** The JSON value; null when absent. */
  Object value(Reference reference, String place);
}
