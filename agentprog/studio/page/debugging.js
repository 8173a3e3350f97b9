"use strict";
// Where a run pauses by itself: lines in the gutter, moments, and the exact conditions of both.
(() => {
  const { html, useState, useEffect, useRef } = htmPreact;
  const own = window.agentprog, t = own.t;
  const MOMENTS = ["failed check", "needs a person", "model call", "effect"];
  const same = (one, other) => one.line === other.line && one.moment === other.moment;

  // What a run's breakpoints are, and how they are changed: the run has the last word on each. A change builds on the
  // one before it, also where the run has not told of that one yet.
  function useStops(live) {
    const told = (live.state && live.state.breakpoints) || [];
    const sent = useRef({ list: null, open: 0, last: Promise.resolve() });
    useEffect(() => { if (!sent.current.open) sent.current.list = null; }, [JSON.stringify(told)]);
    const change = async (make) => {
      const now = sent.current, next = make(now.list || told);
      now.list = next;
      now.open += 1;
      // The server works on requests side by side: sent together, an earlier list could replace a later one.
      now.last = now.last.then(() => live.ask("break_at", { breakpoints: next }));
      const reply = await now.last;
      now.open -= 1;
      if (!reply.ok) { now.list = null; own.say(reply.error.message); }
      return reply.ok;
    };
    const toggle = (wanted) => change((stops) => (stops.some((one) => same(one, wanted)) ? stops.filter((one) => !same(one, wanted)) : [...stops, { line: 0, condition: "", moment: null, once: false, ...wanted }]));
    const limit = (wanted, condition) => change((stops) => stops.map((one) => (same(one, wanted) ? { ...one, condition } : one)));
    return { stops: told, toggle, limit };
  }

  function Gutter({ line, held, live, use }) {
    const stop = use.stops.find((one) => one.line === line && !one.once);
    const name = `${t("Breakpoint at line")} ${line}${stop && stop.condition ? `: ${stop.condition}` : ""}`;
    const runTo = () => live.ask("run_to", { line }).then((reply) => { if (!reply.ok) own.say(reply.error.message); });
    return html`<button type="button" class="stop" aria-pressed=${!!stop} aria-label=${name} title=${name} onClick=${() => use.toggle({ line, moment: null })}>${stop && stop.condition ? "◆" : "●"}</button>${held && html`<button type="button" class="stop to" aria-label=${`${t("Run to line")} ${line}`} title=${`${t("Run to line")} ${line}`} onClick=${runTo}>▸</button>`}`;
  }

  function Condition({ stop, use }) {
    const [text, write] = useState(stop.condition), [wrong, judge] = useState(false), shown = useRef(stop.condition);
    // An effect runs after the first drawing: without the comparison it would erase what a person has typed by then.
    useEffect(() => { if (shown.current !== stop.condition) write((shown.current = stop.condition)); }, [stop.condition]);
    const name = stop.moment ? t(stop.moment) : `${t("line")} ${stop.line}`;
    const give = async (event) => { event.preventDefault(); if (text.trim() !== stop.condition) judge(!(await use.limit(stop, text.trim()))); };
    return html`<form class="inline" onSubmit=${give} onFocusOut=${give}><input value=${text} placeholder="{n} > 3" aria-label=${`${t("Only if")}: ${name}`} aria-invalid=${wrong} onInput=${(event) => write(event.target.value)} /></form>`;
  }

  function Stops({ use }) {
    const lines = use.stops.filter((one) => !one.moment && !one.once).sort((one, other) => one.line - other.line);
    return html`<p class="fine">${t("The run pauses before these lines and at these events; with a condition, such as {n} > 3, only where it holds.")}</p>
      <h3>${t("Lines")}</h3>
      ${lines.length ? html`<ul class="stops">${lines.map((one) => html`<li key=${one.line}><label><input type="checkbox" checked onChange=${() => use.toggle(one)} /> ${t("line")} ${one.line}</label><${Condition} stop=${one} use=${use} /></li>`)}</ul>` : html`<p class="none">${t("A click beside a line sets a breakpoint.")}</p>`}
      <h3>${t("Events")}</h3>
      <ul class="stops">${MOMENTS.map((moment) => {
        const stop = use.stops.find((one) => one.moment === moment);
        return html`<li key=${moment}><label><input type="checkbox" checked=${!!stop} onChange=${() => use.toggle({ line: 0, moment })} /> ${t(moment)}</label>${stop && html`<${Condition} stop=${stop} use=${use} />`}</li>`;
      })}</ul>`;
  }

  Object.assign(own, { useStops, Gutter, Stops });
})();
