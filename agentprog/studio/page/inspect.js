"use strict";
// Elements and the lines for them; and a phone without a run: to try, to inspect, to record what is done on it.
(() => {
  const { html, useState, useEffect, useRef } = htmPreact;
  const own = window.agentprog, t = own.t;

  // What was chosen stays chosen as long as it is on the screen: where it was, and read as it was.
  const still = (screen, one) => (one && screen.elements.find((now) => now.reads === one.reads && String(now.bounds) === String(one.bounds))) || null;

  // A finger in the middle of an element: for whoever has a keyboard and no finger on the picture.
  const touched = async (live, one) => {
    const [left, top, right, bottom] = one.bounds;
    const reply = await live.ask("touch", { touch: { kind: "tap", x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) } });
    if (!reply.ok) own.say(reply.error.message);
  };

  function Inspector({ screen, chosen, onChoose, lines, onInsert, onTouch }) {
    const [told, put] = useState({});
    // Lines count for the element they were asked for: none of the one before stand beside another's facts.
    const found = told.of === chosen ? told.data : null;
    useEffect(() => {
      let here = true;
      if (chosen) lines(chosen).then((data) => here && put({ of: chosen, data }), (problem) => { if (here) own.say(problem.message); });
      return () => { here = false; };
    }, [chosen]);
    const fact = (name, value) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
    const states = (one) => ["clickable", "long_clickable", "editable", "checkable", "checked", "selected", "focused", "password", "scrollable", "covered"].filter((name) => one[name]).concat(one.enabled === false ? ["disabled"] : []).join(", ");
    return html`${chosen ? html`<dl class="facts">${fact(t("role"), chosen.role)}${fact(t("label"), chosen.label)}${fact("id", chosen.resource_id)}${fact(t("state"), states(chosen))}${fact(t("What a model reads"), chosen.reads || (found && found.reads))}</dl>
      ${onTouch && html`<p class="choices"><button type="button" onClick=${() => onTouch(chosen)}>${t("Touch it")}</button></p>`}
      ${found && html`<p class="fine">${t("matches")}: ${found.matches}${found.lines.length ? ` · ${t("No model needed")}` : ""}</p>
        <ol class="lines">${found.lines.map((one) => html`<li><code>${one.line}</code> <small>${t(one.how)}</small> <button type="button" onClick=${() => (onInsert ? onInsert(one.line) : navigator.clipboard.writeText(one.line).then(() => own.say(one.line)))}>${onInsert ? t("Insert") : t("Copy")}</button></li>`)}</ol>`}`
      : html`<p class="none">${screen ? t("Nothing is inspected. Click on the picture.") : t("Press Inspect, then click on the picture: what is there, and the lines for it.")}</p>`}
      ${screen && html`<h3>${t("Elements")}</h3>`}<ul class="tree">${((screen && screen.elements) || []).map((one) => html`<li key=${one.index}><button type="button" aria-pressed=${!!chosen && one.index === chosen.index} onClick=${() => onChoose(one)}>${one.reads || `${one.role} "${one.label}"`}</button></li>`)}</ul>`;
  }

  function Bench({ use }) {
    const [seat, sit] = useState(""), [trouble, tell] = useState(null);
    useEffect(() => { own.send("/api/phone", {}).then((data) => sit(data.seat), tell); }, []);
    return seat ? html`<${Phone} seat=${seat} use=${use} />` : html`<main>${trouble ? html`<${own.Trouble} problem=${trouble} />` : html`<p class="none">${t("The phone is being opened")} …</p>`}</main>`;
  }

  function Phone({ seat, use }) {
    const live = use(seat), state = live.state;
    const [mode, turn] = useState("touch"), [screen, see] = useState(null), [chosen, choose] = useState(null);
    const [text, write] = own.useDraft(""), editor = useRef(null);
    const recording = own.useRecording(live);
    const ask = (what, fields) => live.ask(what, fields).then((reply) => { if (!reply.ok) own.say(reply.error.message); return reply; });
    useEffect(() => { if (state && !state.hand.mine && !state.hand.taken) ask("take_over"); }, [state && state.hand.taken]);
    const look = () => ask("look").then((reply) => { if (reply.ok) { see(reply.screen); choose((one) => still(reply.screen, one)); } });
    useEffect(() => { if (mode === "inspect") look(); }, [mode]);
    useEffect(() => { if (recording.made) write(recording.made.program); }, [recording.made]);
    // What is recorded goes in before the line of the cursor.
    const begin = () => { turn("touch"); return { into: text, before: own.lineAt(editor.current, text) }; };
    const insert = (line) => write(own.insertAt(editor.current, text, line));
    const lines = (element) => live.ask("lines", { index: element.index }).then((reply) => (reply.ok ? reply : Promise.reject(new Error(reply.error.message))));
    return html`<main class="live"><header><h1>${t("Phone")}</h1></header>
      <div class="tools"><div class="reins" role="toolbar" aria-label=${t("Phone")}>
        <button type="button" aria-pressed=${mode === "inspect"} onClick=${() => turn(mode === "inspect" ? "touch" : "inspect")}>${t("Inspect")}</button>
        <button type="button" onClick=${look}>${t("Refresh")}</button>
      </div>
      <${own.Recording} recording=${recording} hand=${(state && state.hand) || {}} chosen=${chosen} onBegin=${begin} /></div>
      <div class="columns"><section class="shots" aria-label=${t("Phone")}><${own.Picture} live=${live} mode=${mode} screen=${screen} chosen=${chosen} onChoose=${choose} /></section>
        <section class="program"><h2>${t("Program")}</h2>
          <${own.Writer} text=${text} write=${write} editor=${editor} run=${t("Replay")} secrets=${(recording.made && recording.made.secrets) || []} /></section>
        <section class="aside"><h2>${t("Inspect")}</h2><${Inspector} screen=${screen} chosen=${chosen} onChoose=${choose} lines=${lines} onInsert=${insert} onTouch=${(one) => own.touched(live, one).then(look)} /></section>
      </div></main>`;
  }

  Object.assign(own, { Inspector, Bench, still, touched });
})();
