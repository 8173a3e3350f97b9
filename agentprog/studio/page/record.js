"use strict";
// What a person does by hand, as lines of a program: in plain words with exact lines, or exact lines alone.
(() => {
  const { html, useState, useEffect, useRef } = htmPreact;
  const own = window.agentprog, t = own.t;

  // The number of the line that the cursor of an editor stands in; 0 where it stands behind everything.
  const lineAt = (editor, text) => {
    const at = editor ? editor.selectionStart : text.length;
    return at >= text.trimEnd().length ? 0 : text.slice(0, at).split("\n").length;
  };

  // The text with one more line behind that of the cursor, indented as that one is.
  function insertAt(editor, text, line) {
    const lines = text.split("\n"), at = lineAt(editor, text);
    if (!at) return `${text}${text && !text.endsWith("\n") ? "\n" : ""}${line}\n`;
    lines.splice(at, 0, /^\s*/.exec(lines[at - 1])[0] + line);
    return lines.join("\n");
  }

  // What is recorded, as a program. Whatever asks for it asks with the choices of that moment: replies come in the order
  // of their questions, so that the last one shown is what was wanted last.
  function useRecording(live) {
    const [on, turn] = useState(false), [options, set] = useState({ loop: false, inputs: false, steps: true }), [made, show] = useState(null);
    const wanted = useRef({ ...options });
    const changes = live.state && live.state.hand.recorded;
    const ask = async (what, fields) => { const reply = await live.ask(what, fields); if (!reply.ok) own.say(reply.error.message); return reply; };
    const read = async () => { const reply = await live.ask("recorded", wanted.current); if (reply.ok) show(reply); return reply; };
    const choose = (chosen) => { wanted.current = { ...wanted.current, ...chosen }; set(chosen); };
    useEffect(() => { if (on) read(); }, [changes, options, on]);
    // `place`: the program into which it goes, and before which of its lines.
    const begin = async (place) => {
      if (!(await ask("record", { on: true })).ok) return;
      wanted.current = { ...options, ...place };
      show(null);
      turn(true);
    };
    const stop = async () => { await ask("record", { on: false }); const reply = await read(); turn(false); return reply.ok ? reply.program : ""; };
    const change = async (what, fields) => { if ((await ask(what, fields)).ok) read(); };
    return { on, made, options, choose, begin, stop, change };
  }

  function Recording({ recording, hand, chosen, onBegin, onDone }) {
    const { on, made, options, choose } = recording;
    const [purpose, say] = useState("");
    const begin = () => recording.begin(onBegin());
    const stop = async () => { const text = await recording.stop(); if (onDone && text) onDone(text); };
    const name = (event) => { event.preventDefault(); if (purpose.trim()) recording.change("purpose", { text: purpose }); say(""); };
    const option = (key, label) => html`<label><input type="checkbox" checked=${options[key]} onChange=${(event) => choose({ ...options, [key]: event.target.checked })} /> ${label}</label>`;
    return html`<div class="recording" role="group" aria-label=${t("Record")}>
      <p class="choices"><button type="button" class=${on ? "no" : "yes"} aria-pressed=${on} onClick=${on ? stop : begin}>${on ? t("Stop recording") : t("Record")}</button>
        ${on && html`<button type="button" onClick=${() => recording.change("forget", {})}>${t("Undo")}</button>
          <button type="button" disabled=${!chosen} onClick=${() => recording.change("expect", { text: chosen.text || chosen.label })}>${t("Must be seen")}</button>
          ${option("steps", t("In plain words"))}${option("inputs", t("Inputs"))}${made && made.loop.length > 0 && option("loop", `${t("Loop suggested")}: ${made.loop.join(", ")}`)}`}</p>
      ${!on && html`<p class="fine">${t("Do it once by hand, and get a program.")}</p>`}
      ${on && html`<p class="fine">${hand.glass ? t("Touch the picture, or the phone itself: both are recorded.") : `${t("What is touched on the picture is recorded.")} ${hand.unheard}`}</p>`}
      ${on && options.steps && html`<form class="typing" onSubmit=${name}><input value=${purpose} placeholder=${t("Say what it was for")} aria-label=${t("Say what it was for")} autocomplete="off" onInput=${(event) => say(event.target.value)} /><button>${t("That was it")}</button></form>`}
      ${on && made && html`<ul class="problems">${[...made.doubts, ...(onDone ? made.problems : [])].map((one) => html`<li class="bad">${one}</li>`)}</ul>${onDone && html`<pre>${made.program}</pre>`}`}
    </div>`;
  }

  Object.assign(own, { lineAt, insertAt, useRecording, Recording });
})();
