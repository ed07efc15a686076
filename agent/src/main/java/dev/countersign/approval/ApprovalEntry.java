package dev.countersign.approval;

import java.nio.file.Path;

/**
 * A request of the directory, its answer, or both.
 *
 * @param file of the request, or of the ticket where the request is gone
 * @param request null where it is gone or cannot be read
 * @param ticket null where nobody answered, or the answer cannot be read; that it is there says
 *     nothing about who signed it
 * @param state null where {@code fault} is not
 * @param fault why the file cannot be used; else null
 */
public record ApprovalEntry(
    Path file, ApprovalRequest request, Ticket ticket, ApprovalState state, String fault) {}
