"use strict";
// Texts of requests are somebody else's: they arrive with everything unseen escaped, and become text nodes only.
(() => {
  const PAGE = 50;
  const EVERY = 1000;
  const LOST_AFTER = 2;
  const MOST_REASON = 1000;
  const $ = (id) => document.getElementById(id);
  const rows = $("rows");
  const call = $("call");

  const given = document.querySelector('meta[name="proof"]');
  if (given.content) {
    sessionStorage.setItem("proof", given.content);
    given.content = "";
  }
  if (location.search) {
    history.replaceState(null, "", "/");
  }
  const proof = sessionStorage.getItem("proof");

  let query = "";
  let from = 0;
  let tag = "";
  let list = null;
  let skew = 0;
  let chosen = null;
  let shown = null;
  let missed = 0;
  let ended = false;
  let timer = 0;
  const reasons = new Map();

  // ---- building

  const ESCAPE = /(?<!\\)\\(?:u[0-9a-f]{4}|[nrt])/g;

  /** A text with its escapes marked, so that nobody takes them for the text's own words. */
  function written(parent, text) {
    let at = 0;
    for (const match of text.matchAll(ESCAPE)) {
      parent.append(text.slice(at, match.index));
      parent.append(el("span", { class: "esc" }, match[0]));
      at = match.index + match[0].length;
    }
    parent.append(text.slice(at));
    return parent;
  }

  function el(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key === "on") {
        for (const [event, handler] of Object.entries(value)) {
          made.addEventListener(event, handler);
        }
      } else if (value === true) {
        made.setAttribute(key, "");
      } else if (value !== false && value !== null && value !== undefined) {
        made.setAttribute(key, value);
      }
    }
    for (const child of children) {
      if (child !== null && child !== undefined) {
        made.append(child);
      }
    }
    return made;
  }

  const text = (name, attributes, value) =>
    written(el(name, Object.assign({}, attributes, { class: ((attributes || {}).class || "") + " text", dir: "auto" })), value);

  function say(words) {
    $("said").textContent = "";
    // A region that gets the same words again is read only if it was empty in between.
    requestAnimationFrame(() => { $("said").textContent = words; });
  }

  const calls = (n) => n.toLocaleString("en") + (n === 1 ? " call" : " calls");

  function span(seconds) {
    const s = Math.max(0, Math.floor(seconds));
    if (s < 60) return s + " s";
    if (s < 3600) return Math.floor(s / 60) + " min";
    if (s < 86400) return Math.floor(s / 3600) + " h " + Math.floor((s % 3600) / 60) + " min";
    return Math.floor(s / 86400) + " d";
  }

  const until = (instant) => (Date.parse(instant) - Date.now() - skew) / 1000;

  function clock(instant) {
    const at = new Date(Date.parse(instant));
    const same = at.toDateString() === new Date().toDateString();
    return same ? at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : at.toLocaleString();
  }

  // ---- talking to the process

  async function ask(path, options) {
    const answer = await fetch(path, Object.assign({ cache: "no-store", credentials: "same-origin", redirect: "error" }, options,
      { headers: Object.assign({ "X-Countersign-Desk": proof }, (options || {}).headers) }));
    return answer;
  }

  async function load() {
    const asked = query + "\n" + from;
    const path = "/requests?q=" + encodeURIComponent(query) + "&from=" + from + "&open=" + (chosen || "");
    const open = chosen;
    let answer;
    try {
      answer = await ask(path, { headers: tag && list && list.asked === asked + "\n" + open ? { "If-None-Match": tag } : {} });
    } catch (unreachable) {
      lost();
      return;
    }
    if (answer.status === 403) {
      stop("This tab may not see this desk. Open the link that the terminal shows, or start \u201ccountersign approvals serve\u201d again.");
      return;
    }
    if (answer.status !== 304 && answer.status !== 200) {
      lost((await problem(answer)) || "the desk answers with " + answer.status);
      return;
    }
    missed = 0;
    $("link").className = "link";
    linked("Live");
    if (answer.status === 304 || asked !== query + "\n" + from) {
      return;
    }
    tag = answer.headers.get("ETag") || "";
    const fresh = await answer.json();
    fresh.asked = asked + "\n" + open;
    skew = Date.parse(fresh.now) - Date.now();
    const before = list;
    list = fresh;
    if (fresh.from !== from) {
      from = fresh.from;
      list.asked = "";
    }
    tell(before);
    draw();
    if (open && open === chosen && fresh.open) {
      state(fresh.open);
    }
  }

  async function problem(answer) {
    try {
      return (await answer.json()).error;
    } catch (none) {
      return "";
    }
  }

  function linked(words) {
    if ($("link").textContent !== words) {
      $("link").textContent = words;
    }
  }

  function lost(why) {
    missed++;
    if (missed >= LOST_AFTER) {
      $("link").className = "link lost";
      linked("Not connected: " + (why || "the desk has ended, or cannot be reached"));
    }
  }

  function stop(words) {
    ended = true;
    clearTimeout(timer);
    list = null;
    chosen = null;
    shown = null;
    rows.replaceChildren();
    $("queue").hidden = true;
    $("link").className = "link lost";
    linked("Not connected");
    call.replaceChildren(el("p", { class: "blank" }, words));
    document.body.dataset.view = "call";
  }

  async function tick() {
    clearTimeout(timer);
    await load();
    if (!ended) {
      clearTimeout(timer);
      timer = setTimeout(tick, EVERY);
    }
  }

  /** What a person who does not look should know of: calls that came. */
  function tell(before) {
    const more = before ? list.came - before.came : 0;
    if (more > 0) {
      say(calls(more).replace(" call", " more call") + (more === 1 ? " waits" : " wait"));
    }
  }

  // ---- the list

  function draw() {
    document.title = (list.total ? "(" + list.total.toLocaleString("en") + ") " : "") + "Approvals";
    $("queue-title").textContent = list.total === 1 ? "1 waiting call" : list.total.toLocaleString("en") + " waiting calls";
    $("signer").replaceChildren("You sign as ", text("b", {}, list.approver), " with key ", el("span", { class: "mono" }, list.key));
    $("matching").textContent = query ? (list.matching === 0 ? "None matches" : list.matching.toLocaleString("en") + (list.matching === 1 ? " matches" : " match")) : "";
    const held = document.activeElement;
    const at = held && held.parentNode === rows ? [...rows.children].indexOf(held) : -1;
    const old = new Map([...rows.children].map((row) => [row.dataset.digest, row]));
    const next = list.rows.map((row, i) => option(row, list.from + i, old.get(row.digest)));
    let place = rows.firstChild;
    for (const row of next) {
      if (row === place) {
        place = place.nextSibling;
      } else {
        rows.insertBefore(row, place);
      }
    }
    while (place) {
      const gone = place;
      place = place.nextSibling;
      gone.remove();
    }
    roving();
    if (at >= 0 && !rows.contains(held) && next.length) {
      next[Math.min(at, next.length - 1)].focus();
    }
    rows.hidden = next.length === 0;
    $("none").hidden = next.length > 0;
    $("none").textContent = query ? "No waiting call matches." : "No call waits for an answer. This page shows the next one by itself.";
    $("pages").hidden = list.matching <= PAGE;
    $("range").textContent = list.matching ? (list.from + 1).toLocaleString("en") + "\u2013" + (list.from + next.length).toLocaleString("en") + " of " + list.matching.toLocaleString("en") : "";
    $("earlier").disabled = list.from === 0;
    $("later").disabled = list.from + next.length >= list.matching;
    odd();
    if (!chosen) {
      blank();
    }
  }

  function option(row, index, old) {
    const made = old || el("div", { role: "option", class: "row", id: "o-" + row.digest });
    const stamp = JSON.stringify(row);
    if (made.dataset.stamp !== stamp) {
      made.dataset.stamp = stamp;
      made.dataset.digest = row.digest;
      made.replaceChildren(
        el("div", { class: "head" }, text("span", { class: "tool" }, row.tool), el("span", { class: "left", "data-until": row.expires_at })),
        row.summary === null
          ? el("div", { class: "what quiet" }, "Nothing is predicted for this call.")
          : text("div", { class: "what" }, row.summary),
        text("div", { class: "from" }, (row.changes > 1 ? "and " + (row.changes - 1) + " more of its changes \u00b7 " : "") + row.application));
      countdown(made.querySelector(".left"));
    }
    made.setAttribute("aria-posinset", index + 1);
    made.setAttribute("aria-setsize", list.matching);
    made.setAttribute("aria-selected", row.digest === chosen ? "true" : "false");
    return made;
  }

  /** One row is a stop of the Tab key: the chosen one, else the first. */
  function roving() {
    const all = [...rows.children];
    const held = all.includes(document.activeElement) ? document.activeElement : null;
    const stop = held || all.find((row) => row.dataset.digest === chosen) || all[0];
    for (const row of all) {
      row.tabIndex = row === stop ? 0 : -1;
    }
  }

  function odd() {
    const box = $("odd");
    box.hidden = list.unreadable === 0;
    if (list.unreadable) {
      box.querySelector("summary").textContent = list.unreadable === 1 ? "1 file is no request" : list.unreadable.toLocaleString("en") + " files are no requests";
      box.querySelector("ul").replaceChildren(...list.odd.map((why) => text("li", {}, why)));
    }
  }

  function countdown(place) {
    const left = until(place.dataset.until);
    const words = left <= 0 ? "expired" : span(left) + (place.dataset.long ? " left" : "");
    if (place.textContent !== words) {
      place.textContent = words;
    }
    place.classList.toggle("soon", left < 300);
  }

  setInterval(() => document.querySelectorAll("[data-until]").forEach(countdown), 1000);

  function choose(digest, focus) {
    if (chosen !== digest) {
      keep();
      chosen = digest;
      for (const row of rows.children) {
        row.setAttribute("aria-selected", row.dataset.digest === digest ? "true" : "false");
      }
      roving();
      detail(focus, false);
    } else if (focus) {
      enter();
    }
  }

  function enter() {
    document.body.dataset.view = "call";
    const title = $("call-title");
    if (title) {
      title.focus();
    }
  }

  function leave() {
    document.body.dataset.view = "list";
    roving();
    const stop = rows.querySelector('[tabindex="0"]');
    (stop || $("find")).focus();
  }

  rows.addEventListener("click", (event) => {
    const row = event.target.closest(".row");
    if (row) {
      choose(row.dataset.digest, true);
    }
  });

  rows.addEventListener("keydown", (event) => {
    const all = [...rows.children];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1, PageDown: Math.min(at + 10, all.length - 1), PageUp: Math.max(at - 10, 0) }[event.key];
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(all[at].dataset.digest, true);
    } else if (to !== undefined) {
      event.preventDefault();
      if (all[to]) {
        all[to].focus();
        if (getComputedStyle(call).display !== "none") {
          choose(all[to].dataset.digest, false);
        }
        roving();
      }
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) {
      return;
    }
    const writing = event.target.matches("input, textarea");
    if (event.key === "/" && !writing && !ended) {
      event.preventDefault();
      document.body.dataset.view = "list";
      $("find").focus();
    } else if (event.key === "Escape" && call.contains(document.activeElement)) {
      event.preventDefault();
      leave();
    }
  });

  let typed = 0;
  $("find").addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(search, 150);
  });
  $("find").addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      clearTimeout(typed);
      search().then(() => { if (rows.firstChild) rows.firstChild.focus(); });
    }
  });

  async function search() {
    if (query !== $("find").value) {
      query = $("find").value;
      from = 0;
      rows.scrollTop = 0;
      await tick();
      say($("matching").textContent || calls(list ? list.total : 0));
    }
  }

  async function turn(by) {
    from = Math.max(0, from + by);
    rows.scrollTop = 0;
    await tick();
    say($("range").textContent);
    const button = by > 0 ? $("later") : $("earlier");
    if (button.disabled) {
      (by > 0 ? $("earlier") : $("later")).focus();
    }
  }
  $("earlier").addEventListener("click", () => turn(-PAGE));
  $("later").addEventListener("click", () => turn(PAGE));

  // ---- one call

  function blank() {
    if (!call.querySelector(".blank")) {
      call.replaceChildren(el("p", { class: "blank" }, "Choose a call to see what it would change."));
    }
  }

  /** What somebody began to write about a call is there when they come back to it. */
  function keep() {
    const reason = $("reason");
    if (reason && shown) {
      reasons.set(shown.digest, reason.value);
    }
  }

  async function detail(focus, whole) {
    const digest = chosen;
    if (focus) {
      document.body.dataset.view = "call";
    }
    let answer;
    let fresh = null;
    try {
      answer = await ask("/requests/" + digest + (whole ? "?whole=1" : ""));
      fresh = await answer.json();
    } catch (unreachable) {
      lost();
    }
    if (chosen !== digest) {
      return;
    }
    if (!fresh || answer.status !== 200) {
      call.replaceChildren(el("div", { class: "body" }, back(),
        el("p", { class: "note bad", role: "alert" }, (fresh && fresh.error) || "This call cannot be shown: the desk cannot be reached.")));
      shown = null;
      return;
    }
    shown = fresh;
    render();
    if (focus) {
      enter();
    }
  }

  const back = () => el("button", { type: "button", class: "back", on: { click: leave } }, "\u2190 All waiting calls");

  function render() {
    const d = shown;
    const body = el("div", { class: "body" }, back(),
      el("div", { class: "title" },
        text("h2", { id: "call-title", tabindex: "-1" }, d.tool),
        d.state === "pending" ? el("span", { class: "left quiet", "data-until": d.expires_at, "data-long": "1" }) : null),
      el("p", { class: "asked quiet" }, "asked by ", text("span", {}, d.application), " at " + clock(d.requested_at)),
      d.reason ? el("p", { class: "asked" }, "Why a person decides: ", text("span", {}, d.reason)) : null,
      el("div", { id: "notes" }),
      d.cut ? el("div", { class: "note" }, "This call is too long to be shown at once: what is left out below says so. ",
        "It can be approved once everything is shown. ",
        el("br"), el("button", { type: "button", id: "whole", on: { click: () => detail(true, true) } }, "Show everything")) : null,
      changes(d),
      d.arguments === null ? null : el("section", { class: "part", "aria-labelledby": "arguments" },
        el("h3", { id: "arguments" }, "Arguments of the call"), text("pre", { class: "full", tabindex: "0", "aria-labelledby": "arguments" }, d.arguments)),
      el("section", { class: "part", "aria-labelledby": "identity" }, el("h3", { id: "identity" }, "What the answer is bound to"),
        el("dl", { class: "facts" },
          ...fact("Request digest", d.digest), ...fact("Tool definition", d.tool_pin), ...fact("Rules in force", d.permits),
          ...fact("Run", d.run), ...fact("Process", d.pid), ...fact("Asked", d.requested_at), ...fact("Expires", d.expires_at))));
    call.replaceChildren(body);
    call.scrollTop = 0;
    call.querySelectorAll("[data-until]").forEach(countdown);
    if (d.state === "pending") {
      call.append(form(d));
    }
    outcome();
  }

  const fact = (name, value) => value === null ? [] : [el("dt", {}, name), text("dd", { class: "mono" }, value)];

  function changes(d) {
    const part = el("section", { class: "part", "aria-labelledby": "changes" },
      el("h3", { id: "changes" }, d.predicted === 0 ? "What it would change" : d.predicted === 1 ? "It would change one thing" : "It would change " + d.predicted.toLocaleString("en") + " things"));
    if (d.predicted === 0) {
      part.append(el("p", { class: "note" }, "Nothing is predicted for this call: nobody declared what it does. Approve it only if you know."));
      return part;
    }
    part.append(el("ol", { class: "changes" }, ...d.changes.map(change)));
    if (d.changes.length < d.predicted) {
      part.append(el("p", { class: "note" }, (d.predicted - d.changes.length).toLocaleString("en") + " more changes are not shown."));
    }
    return part;
  }

  function change(c) {
    const made = el("li", { class: "change" },
      el("div", { class: "line" }, text("span", { class: "action" }, c.action), text("code", { class: "target" }, c.target)),
      text("p", { class: "summary" }, c.summary));
    if (c.foreign) {
      made.append(el("p", { class: "mark" }, "The target has characters that are not ASCII and may look like others: ", text("span", { class: "mono" }, c.foreign)));
    }
    if (c.members.length) {
      const one = c.members.length === 1 && c.members[0].name === null;
      made.append(el("div", { class: "scroll" }, el("table", {},
        el("caption", { class: "unseen" }, "Before and after"),
        one ? null : el("colgroup", {}, el("col", { class: "name" }), el("col"), el("col")),
        el("thead", {}, el("tr", {}, one ? null : el("th", { scope: "col" }, "Name"), el("th", { scope: "col" }, "Before"), el("th", { scope: "col" }, "After"))),
        el("tbody", {}, ...c.members.map((m) => el("tr", { class: m.differs ? "differs" : null },
          one ? null : text("th", { scope: "row", class: "mono" }, m.name),
          el("td", { class: "before" }, value(m.before, m.differs ? "is replaced" : "")), el("td", {}, value(m.after, m.differs ? "changes" : ""))))))));
      if (c.more_members) {
        made.append(el("p", { class: "quiet" }, c.more_members.toLocaleString("en") + " more members are not shown."));
      }
    }
    if (c.x.length) {
      made.append(el("div", {}, el("dl", { class: "facts" }, ...c.x.flatMap((x) => fact(x.name, x.value)))));
    }
    return made;
  }

  function value(shown, differs) {
    return shown === null
      ? el("span", { class: "quiet" }, "not known")
      : el("div", {}, text("pre", {}, shown), differs ? el("span", { class: "unseen" }, differs) : null);
  }

  function form(d) {
    const reason = el("textarea", { id: "reason", maxlength: MOST_REASON, required: true, "aria-describedby": "wrong" });
    reason.value = reasons.get(d.digest) || "";
    const answer = (decision) => () => decide(decision);
    return el("section", { class: "answer", id: "answer", "aria-label": "Your answer" }, el("div", {},
      el("label", { for: "reason" }, "Reason, which is signed with the answer"), reason,
      el("p", { class: "wrong", id: "wrong", hidden: true, role: "alert" }),
      el("div", { class: "buttons" },
        el("button", { type: "button", class: "approve", id: "approve", "aria-disabled": d.cut ? "true" : null, on: { click: answer("approve") } }, "Approve once"),
        el("button", { type: "button", class: "refuse", id: "refuse", on: { click: answer("refuse") } }, "Refuse"),
        el("span", { class: "quiet" }, "An approval holds for this very call, once."))));
  }

  function wrong(words) {
    const place = $("wrong");
    place.textContent = words;
    place.hidden = !words;
    if (words && $("reason")) {
      $("reason").setAttribute("aria-invalid", words.startsWith("Say why") ? "true" : "false");
    }
  }

  let answering = false;
  async function decide(decision) {
    const d = shown;
    if (answering || !d || d.state !== "pending" || $(decision).getAttribute("aria-disabled") === "true") {
      if (d && d.cut && !answering) {
        wrong("Not everything of this call is shown yet: press \u201cShow everything\u201d above.");
      }
      return;
    }
    const reason = $("reason").value.replace(/\s+/g, " ").trim();
    if (!reason) {
      wrong("Say why: whoever reads the books will want to know.");
      $("reason").focus();
      return;
    }
    answering = true;
    wrong("");
    enabled(false);
    let answer = null;
    let told = null;
    try {
      answer = await ask("/answers", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ digest: d.digest, seen: d.seen, decision, reason }) });
      told = await answer.json();
    } catch (unreachable) {
      lost();
    }
    answering = false;
    if (shown !== d) {
      return;
    }
    if (told && told.state && told.state !== "pending") {
      reasons.delete(d.digest);
      Object.assign(d, told, { own: answer.status === 200 });
      finish(true);
      tick();
    } else {
      enabled(true);
      wrong((told && told.error) || "The desk cannot be reached: nothing is known of your answer. Look whether the call still waits.");
    }
  }

  function enabled(yes) {
    for (const id of ["approve", "refuse"]) {
      if ($(id)) {
        $(id).setAttribute("aria-disabled", yes && !(id === "approve" && shown.cut) ? "false" : "true");
      }
    }
  }

  /** What became of the shown call meanwhile. */
  function state(now) {
    if (!shown || answering || shown.digest !== now.digest || shown.state !== "pending") {
      return;
    }
    if (now.state !== "pending") {
      Object.assign(shown, now, { own: false });
      finish(false);
    } else if (now.seen !== shown.seen && !shown.stale) {
      shown.stale = true;
      enabled(false);
      $("notes").replaceChildren(el("div", { class: "note bad", role: "alert" },
        "This request was written anew while you read it. ", el("br"),
        el("button", { type: "button", on: { click: () => { keep(); detail(true, false); } } }, "Show what it says now")));
    }
  }

  function finish(focus) {
    const within = focus || call.contains(document.activeElement);
    const form = $("answer");
    if (form) {
      form.remove();
    }
    call.querySelectorAll(".title .left").forEach((left) => left.remove());
    outcome();
    call.scrollTop = 0;
    if (within) {
      ($("next") || $("notes").firstChild).focus();
    }
    say(words(shown));
  }

  function words(d) {
    const who = d.own ? "You" : d.by || "Somebody";
    switch (d.state) {
      case "approved": return who + " approved this call.";
      case "refused": return who + " refused this call.";
      case "spent": return who + " approved this call, and it went through.";
      case "expired": return "This request has expired: nobody answered it in time.";
      default: return "This request is gone: its file was removed.";
    }
  }

  function outcome() {
    const d = shown;
    if (d.state === "pending") {
      return;
    }
    const good = d.state === "approved" || d.state === "spent";
    const next = list && list.rows.map((row) => row.digest).filter((digest) => digest !== d.digest);
    const note = el("div", { class: "note " + (good ? "good" : d.state === "refused" ? "bad" : ""), tabindex: "-1", id: "outcome" });
    written(note, words(d) + (d.at ? " (" + clock(d.at) + ")" : ""));
    if (d.said) {
      note.append(el("div", {}, "Reason: ", text("span", {}, d.said)));
    }
    if (d.state === "approved") {
      note.append(el("div", { class: "quiet" }, "It goes through once when the application asks again" + (d.until ? ", until " + clock(d.until) : "") + "."));
    }
    if (next && next.length) {
      note.append(el("button", { type: "button", id: "next", on: { click: () => onward(d.digest) } }, "Next waiting call"));
    }
    $("notes").replaceChildren(note);
  }

  function onward(done) {
    const row = [...rows.children].find((each) => each.dataset.digest !== done);
    if (row) {
      choose(row.dataset.digest, true);
    } else {
      leave();
    }
  }

  if (!proof) {
    stop("This tab may not see this desk: it was not opened by the link of the terminal. That link opens one tab, once; start \u201ccountersign approvals serve\u201d again for another.");
  } else {
    linked("Connecting");
    tick();
  }
})();
