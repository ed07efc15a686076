package dev.countersign.effect.template;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.FormData;
import dev.countersign.effect.SecretNames;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One part of a {@code multipart} body (spec 5.4): a text alone, or an object.
 *
 * <pre>{@code
 * multipart: { amount: "${args.amount}",
 *              receipt: { filename: "${args.file}", type: application/pdf, content: any } }
 * }</pre>
 *
 * <p>{@code filename} absent: none. {@code type} absent: none, or plain text in UTF-8. Of an
 * object, one of {@code raw}, a text, and {@code content: any}, which leaves the bytes to the tool.
 * A placeholder stands in the {@code raw} of a part, or in its {@code filename}.
 */
final class PartTemplate {

  private static final String PLACE = "body.multipart";
  private static final String ANY = "any";
  private static final String CONTENT = "content";

  private final String name;
  private final TextTemplate filename;
  private final String type;

  /** Null where the bytes are left to the tool. */
  private final TextTemplate raw;

  private PartTemplate(String name, TextTemplate filename, String type, TextTemplate raw) {
    this.name = name;
    this.filename = filename;
    this.type = type;
    this.raw = raw;
  }

  /** In the order of the names, and of each name's list. */
  static List<PartTemplate> parse(Object json, boolean each) {
    if (!(json instanceof Map<?, ?> map) || map.isEmpty()) {
      throw new TemplateException("expected names with their parts", PLACE);
    }
    List<PartTemplate> parts = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = (String) entry.getKey();
      List<?> given = entry.getValue() instanceof List<?> list ? list : null;
      for (Object part : given == null ? List.of(entry.getValue()) : given) {
        parts.add(parse(name, part, each));
      }
    }
    return parts;
  }

  private static PartTemplate parse(String name, Object json, boolean each) {
    String place = PLACE + '.' + name;
    if (!(json instanceof Map<?, ?> map)) {
      return new PartTemplate(name, null, null, ExecTemplate.plainText(json, each, place));
    }
    for (Object key : map.keySet()) {
      if (!Set.of("filename", "type", "raw", CONTENT).contains(key)) {
        throw new TemplateException(
            "unknown key \"" + key + "\": expected filename, type, raw or content", place);
      }
    }
    boolean any = ANY.equals(map.get(CONTENT));
    if (map.containsKey(CONTENT) != any || map.containsKey("raw") == any) {
      throw new TemplateException("expected raw with a text, or content: any", place);
    }
    if (map.containsKey("type") && !(map.get("type") instanceof String)) {
      throw new TemplateException("expected a content type, like application/pdf", place);
    }
    TextTemplate filename =
        map.containsKey("filename")
            ? ExecTemplate.plainText(map.get("filename"), each, place + ".filename")
            : null;
    return new PartTemplate(
        name,
        filename,
        type((String) map.get("type"), place),
        any ? null : ExecTemplate.plainText(map.get("raw"), each, place + ".raw"));
  }

  private static String type(String type, String place) {
    try {
      return FormData.meaningful(type);
    } catch (NotCanonicalException wrong) {
      throw new TemplateException(wrong.getMessage(), place + ".type");
    }
  }

  /** Notes which argument goes where. */
  void tell(Teller teller) {
    if (filename != null) {
      teller.body(filename, "file name of part " + name, false);
    }
    if (raw != null) {
      teller.body(raw, "part " + name, SecretNames.isName(name));
    }
  }

  List<TextTemplate> texts() {
    List<TextTemplate> texts = new ArrayList<>(2);
    if (filename != null) {
      texts.add(filename);
    }
    if (raw != null) {
      texts.add(raw);
    }
    return texts;
  }

  /**
   * The parts in the shape of {@link FormData#json}; one whose text is optional and absent is none.
   */
  static List<Object> render(List<?> parts, Source source, List<BodyTemplate.Slot> slots) {
    List<Object> rendered = new ArrayList<>();
    for (Object each : parts) {
      PartTemplate part = (PartTemplate) each;
      Text text = part.raw == null ? null : part.raw.render(source);
      if (part.raw != null && text == null) {
        continue;
      }
      int index = rendered.size();
      Text file = part.filename == null ? null : part.filename.render(source);
      if (file != null && file.hole() != null) {
        slots.add(new BodyTemplate.Slot(List.of(index, "filename"), file));
      }
      Object content;
      if (text == null || text.hole() != null) {
        slots.add(new BodyTemplate.Slot(List.of(index, CONTENT), text));
        content = text == null ? ANY : text.shown();
      } else {
        content = FormData.digest(text.prefix().getBytes(StandardCharsets.UTF_8));
      }
      rendered.add(
          FormData.json(part.name, file == null ? null : file.shown(), part.type, content));
    }
    return rendered;
  }

  /** Observed parts in that shape; the content of one with a placeholder is its text. */
  static List<Object> observed(List<FormData.Part> parts, List<BodyTemplate.Slot> slots) {
    List<Object> observed = new ArrayList<>(parts.size());
    for (FormData.Part part : parts) {
      boolean slotted = false;
      for (BodyTemplate.Slot slot : slots) {
        slotted |= slot.path().equals(List.of(observed.size(), CONTENT)) && slot.text() != null;
      }
      observed.add(part.toJson(slotted ? text(part.content()) : null));
    }
    return observed;
  }

  /** Null where it is none. */
  private static String text(byte[] content) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException binary) {
      return null;
    }
  }
}
