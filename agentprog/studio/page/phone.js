"use strict";
// The phone's picture, sharp and live; a person's fingers on it; and what agentprog asks, always outside of it.
(() => {
  const { html, useState, useEffect, useRef } = htmPreact;
  const own = window.agentprog, t = own.t;
  const HELD = 500, RESTS = 600, MOVED = 24, MOST = 8, WIDEST = 160, HIGHEST = 64;

  // A question is drawn by the page around the picture and never within: what a phone paints cannot look like it.
  function Questions({ live }) {
    const asked = (live.state && live.state.questions) || [];
    if (!asked.length) return null;
    return html`<div class="questions" role="alertdialog" aria-label=${t("agentprog asks you")} aria-live="assertive">
      ${asked.map((question) => html`<${Question} key=${question.id} question=${question} live=${live} />`)}</div>`;
  }

  // What appears under a finger on its way to something else is not answered by it.
  function useRested() {
    const [rested, rest] = useState(false);
    useEffect(() => { const timer = setTimeout(() => rest(true), RESTS); return () => clearTimeout(timer); }, []);
    return rested;
  }

  function Question({ question, live }) {
    const [text, type] = useState(question.kind === "manifest" ? question.about.program || "" : "");
    const [trouble, tell] = useState("");
    const [edits, edit] = useState(false), rested = useRested();
    const give = async (value) => {
      const reply = await live.ask("answer", { question: question.id, seen: question.seen, value });
      if (!reply.ok) tell(reply.error.message);
      else if (question.kind === "take over" && live.state.hand.mine) live.ask("hand_back", {});
    };
    const send = (event) => { event.preventDefault(); give(text); };
    const about = question.about || {};
    const fact = (name, value) => value && String(value) !== "" && html`<div><dt>${t(name)}</dt><dd>${Array.isArray(value) ? value.join("; ") : value}</dd></div>`;
    return html`<section class="question"><h2><span class="seal" aria-hidden="true">?</span> ${t("agentprog asks you")}</h2>
      <p class="text">${question.text}</p>
      ${question.kind === "permit" && html`<dl class="facts">${fact("what", `${about.action} (${about.risk})`)}${fact("app", about.app)}${fact("to", about.to)}${fact("says", about.says)}${fact(about.count > 1 ? `${t("about")} ${about.count}` : "about", about.about)}${fact("lost", about.lost)}${fact("why", about.why)}${fact("rest", about.rest)}${fact("line", about.line ? `${about.line}: ${about.step} (${about.written_by})` : about.step)}</dl>
        ${(about.frames || []).length > 0 && html`<${Thumbnails} key=${question.id} frames=${about.frames.slice(0, MOST)} size=${about.size} />`}
        <details class="meaning"><summary>${t("What the answers mean")}</summary><dl class="meanings">${fact("Once", t("It is done once; agentprog asks again about anything else in this step."))}${fact("For this run", about.together && about.together.length ? t("It is done once for each listed person or thing, and for no other.") : t("Also when the same step wants the same again, with the same people and words."))}${fact("Refuse", t("It is not done; the step continues without it, or fails."))}</dl></details>
        <p class="choices"><button type="button" class="yes" disabled=${!rested} onClick=${() => give("once")}>${t("Once")}</button><button type="button" disabled=${!rested} onClick=${() => give("run")}>${t("For this run")}${about.together && about.together.length ? ` (${about.together.length})` : ""}</button><button type="button" class="no" disabled=${!rested} onClick=${() => give("no")}>${t("Refuse")}</button></p>`}
      ${question.kind === "confirm" && html`<p class="choices"><button type="button" class="yes" disabled=${!rested} onClick=${() => give("yes")}>${t("Yes")}</button><button type="button" class="no" disabled=${!rested} onClick=${() => give("no")}>${t("No")}</button></p>`}
      ${question.kind === "manifest" && html`<ul class="pending">${(about.pending || []).map((one) => html`<li><b>${one.kind || (one.kinds || []).join(", ")}</b> ${t("line")} ${one.line}: ${one.text} <small>${t("why")}: ${one.why}</small></li>`)}</ul>
        ${edits ? html`<textarea rows="8" aria-label=${t("Edit the program")} value=${text} onInput=${(event) => type(event.target.value)}></textarea>`
          : html`<details><summary>${t("Program")}</summary><pre>${about.program}</pre></details>`}
        <p class="choices">${edits ? html`<button type="button" class="yes" onClick=${() => give("edit:\n" + text)}>${t("Use this program")}</button>`
          : html`<button type="button" class="yes" disabled=${!rested} onClick=${() => give("yes")}>${t("Approve")}</button><button type="button" onClick=${() => edit(true)}>${t("Edit the program")}</button>`}<button type="button" class="no" disabled=${!rested} onClick=${() => give("no")}>${t("Refuse")}</button></p>`}
      ${["ask", "take over"].includes(question.kind) && html`<form class="choices" onSubmit=${send}><input value=${text} aria-label=${t("Answer")} onInput=${(event) => type(event.target.value)} autocomplete="off" />
        <button class="yes">${question.kind === "ask" ? t("Send") : t("Done, go on")}</button></form>`}
      ${trouble && html`<p class="bad" role="status">${trouble}</p>`}
    </section>`;
  }

  // What a question is about, cut out of the phone's picture: beside the words, small, and nothing that can be pressed.
  function Thumbnails({ frames, size }) {
    const list = useRef(null);
    useEffect(() => {
      const draw = () => {
        const image = document.querySelector("img.pixels");
        if (!image || !image.naturalWidth || !size[0] || !list.current) return false;
        const scale = image.naturalWidth / size[0];
        list.current.querySelectorAll("canvas").forEach((canvas, at) => {
          const [left, top, right, bottom] = frames[at], wide = Math.max(1, right - left), high = Math.max(1, bottom - top);
          const small = Math.min(WIDEST / wide, HIGHEST / high);
          canvas.width = Math.max(1, Math.round(wide * small));
          canvas.height = Math.max(1, Math.round(high * small));
          canvas.getContext("2d").drawImage(image, left * scale, top * scale, wide * scale, high * scale, 0, 0, canvas.width, canvas.height);
        });
        return true;
      };
      if (draw()) return undefined;
      const again = setInterval(() => { if (draw()) clearInterval(again); }, 250);
      return () => clearInterval(again);
    }, []);
    return html`<figure class="thumbnails" ref=${list}><figcaption>${t("on the phone")}</figcaption>${frames.map((one, at) => html`<canvas key=${at} role="img" aria-label=${`${t("on the phone")} ${at + 1}`} width="1" height="1"></canvas>`)}</figure>`;
  }

  function boundsOf(element) { return element.bounds || [0, 0, 0, 0]; }

  // The smallest element under a place.
  function elementAt(screen, x, y) {
    let best = null, size = Infinity;
    for (const element of (screen && screen.elements) || []) {
      const [left, top, right, bottom] = boundsOf(element), area = (right - left) * (bottom - top);
      if (left <= x && x < right && top <= y && y < bottom && area < size) { best = element; size = area; }
    }
    return best;
  }

  function Picture({ live, mode, screen, chosen, onChoose }) {
    const image = useRef(null), shown = useRef(null), start = useRef(null);
    const [frozen, freeze] = useState(false), [size, resize] = useState(null), [hovered, hover] = useState(null), [dot, mark] = useState(null);
    const state = live.state, hand = (state && state.hand) || {};
    const frozenNow = useRef(false);
    frozenNow.current = frozen;
    const draw = (blob, frame) => {
      const url = URL.createObjectURL(blob), before = shown.current;
      image.current.onload = image.current.onerror = () => { if (before) URL.revokeObjectURL(before); live.drawn(); image.current && (image.current.dataset.n = frame.n); };
      image.current.src = shown.current = url;
      resize((old) => (old && old[0] === frame.width && old[1] === frame.height ? old : [frame.width, frame.height]));
    };
    useEffect(() => {
      live.onFrame = (blob, frame) => { if (frozenNow.current || !image.current) live.drawn(); else draw(blob, frame); };
      return () => { live.onFrame = null; };
    }, [live]);
    // What came while nobody drew, before this picture stood here or while it was frozen: the phone sends it once.
    useEffect(() => {
      if (!frozen && live.latest && String(live.latest[1].n) !== image.current.dataset.n) draw(...live.latest);
    }, [live, frozen]);
    const place = (event) => {
      const box = image.current.getBoundingClientRect();
      return [Math.max(0, Math.min(size[0] - 1, Math.round((event.clientX - box.left) / box.width * size[0]))),
        Math.max(0, Math.min(size[1] - 1, Math.round((event.clientY - box.top) / box.height * size[1])))];
    };
    const touch = (fields) => live.ask("touch", { touch: fields }).then((reply) => { if (!reply.ok) own.say(reply.error.message); });
    const down = (event) => {
      if (!size || event.button) return;
      event.preventDefault();
      image.current.focus({ preventScroll: true });
      start.current = { at: place(event), when: performance.now(), moved: 0 };
    };
    const move = (event) => {
      if (!size) return;
      const [x, y] = place(event), from = start.current;
      if (from && !from.moved && Math.hypot(x - from.at[0], y - from.at[1]) > MOVED) from.moved = performance.now();
      if (mode !== "touch") hover(elementAt(screen, x, y));
    };
    const up = (event) => {
      const from = start.current;
      start.current = null;
      if (!from || !size) return;
      const [x, y] = place(event);
      if (mode !== "touch") { onChoose && onChoose(elementAt(screen, x, y)); return; }
      if (!hand.mine) { own.say(t("Take the phone over first: then what you do on its picture reaches it.")); return; }
      mark([x, y]);
      setTimeout(() => mark(null), 400);
      if (from.moved) touch({ kind: "drag", x: from.at[0], y: from.at[1], to_x: x, to_y: y, held: Math.round(from.moved - from.when) });
      else touch({ kind: performance.now() - from.when >= HELD ? "long press" : "tap", x, y });
    };
    const typed = useRef({ text: "", timer: 0 });
    const flush = () => { const one = typed.current; clearTimeout(one.timer); if (one.text) touch({ kind: "type", text: one.text }); one.text = ""; };
    const key = (event) => {
      if (mode !== "touch" || !hand.mine || event.ctrlKey || event.metaKey || event.altKey) return;
      const known = { Backspace: "delete", Enter: "enter", Escape: "back" }[event.key];
      if (known) { flush(); touch({ kind: "key", key: known }); }
      else if (event.key.length === 1) { typed.current.text += event.key; clearTimeout(typed.current.timer); typed.current.timer = setTimeout(flush, 350); }
      else return;
      event.preventDefault();
    };
    const outline = hovered || chosen;
    return html`<div class=${`phone ${hand.mine ? "mine" : ""}`}>
      <div class="glass">
        <img ref=${image} class="pixels" tabindex="0" draggable="false" alt=${`${t("Phone")}: ${(screen && screen.package) || ""}`} hidden=${!size}
          onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerLeave=${() => hover(null)} onKeyDown=${key} />
        ${!size && html`<p class="empty">${state && state.ended ? t("The run has ended. Its screens are in the recorded run.") : t("The phone is shown here once a run has opened it.")}</p>`}
        ${size && html`<svg class="mark" viewBox=${`0 0 ${size[0]} ${size[1]}`} aria-hidden="true">
          ${mode !== "touch" && outline && html`<rect class="candidate" x=${boundsOf(outline)[0]} y=${boundsOf(outline)[1]} width=${boundsOf(outline)[2] - boundsOf(outline)[0]} height=${boundsOf(outline)[3] - boundsOf(outline)[1]} />`}
          ${dot && html`<circle cx=${dot[0]} cy=${dot[1]} r="36" />`}</svg>`}
      </div>
      <p class="keys">
        ${size && html`<button type="button" aria-pressed=${frozen} onClick=${() => freeze(!frozen)}>${frozen ? t("Unfreeze") : t("Freeze")}</button>`}
        ${hand.mine && html`<button type="button" onClick=${() => touch({ kind: "key", key: "back" })}>${t("Back")}</button>
        <button type="button" onClick=${() => touch({ kind: "key", key: "home" })}>${t("Home")}</button>
        <button type="button" onClick=${() => touch({ kind: "key", key: "recents" })}>${t("Recents")}</button>`}
      </p>
      ${hand.mine && html`<${Typing} touch=${touch} />`}
      ${hand.trouble && html`<p class="bad fine">${hand.trouble}</p>`}
    </div>`;
  }

  function Typing({ touch }) {
    const [text, type] = useState("");
    const send = (event) => { event.preventDefault(); if (text) touch({ kind: "type", text }); type(""); };
    return html`<form class="typing" onSubmit=${send}><input value=${text} placeholder=${t("Type on the phone")} aria-label=${t("Type on the phone")} autocomplete="off" onInput=${(event) => type(event.target.value)} /><button>${t("Send")}</button></form>`;
  }

  Object.assign(own, { Questions, Picture, elementAt });
})();
