/** What Spring's own request types say, whichever client sends them (spec 5.3). */
package dev.countersign.sink.http.spring;
