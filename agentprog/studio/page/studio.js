"use strict";
// The page: the beginning, a run at work, a recorded run, two runs side by side.
(() => {
  const { html, render, useState, useEffect, useReducer, useMemo, useRef } = htmPreact;
  const own = window.agentprog, t = own.t;

  const open = (path) => { history.pushState(null, "", path); dispatchEvent(new PopStateEvent("popstate")); };
  const source = (run) => ({
    pictureOf: (record) => `/api/runs/${encodeURIComponent(run)}/pictures/${record}`,
    screenOf: (record) => own.send(`/api/runs/${encodeURIComponent(run)}/screens/${record}`),
    linesOf: (record, index) => own.send(`/api/runs/${encodeURIComponent(run)}/screens/${record}/lines/${index}`),
    callOf: (record) => own.send(`/api/runs/${encodeURIComponent(run)}/calls/${record}`),
  });

  function Link({ to, children, ...more }) {
    const go = (event) => { if (!event.ctrlKey && !event.metaKey && !event.button) { event.preventDefault(); open(to); } };
    return html`<a href=${to} onClick=${go} ...${more}>${children}</a>`;
  }

  // ------------------------------------------------------------ a run at work

  const STILL = "Does the studio still run in its terminal?";

  function statusOf(live) {
    const state = live.state;
    if (live.lost) return ["lost", `${t("the connection is lost")}. ${t(STILL)}`];
    if (!state) return ["plain", "…"];
    if (state.ended) return [own.tone(state.outcome), t(state.outcome || "ended")];
    if (state.questions.length) return ["asks", t("needs you")];
    if (state.held) return ["held", t("paused")];
    return ["goes", t("running")];
  }

  function Reins({ live }) {
    const state = live.state, hand = state.hand;
    const ask = (what, fields) => live.ask(what, fields).then((reply) => { if (!reply.ok) own.say(reply.error.message); });
    const [remark, say] = useState("");
    const tell = (event) => { event.preventDefault(); if (remark.trim()) ask("tell", { text: remark }); say(""); };
    if (state.ended) return html`<p class="reins"><span>${state.reason}</span> ${state.run && html`<${Link} to=${`/runs/${state.run}`} onClick=${null}>${t("Look at the recorded run")}<//>`}</p>`;
    return html`<div class="reins" role="toolbar" aria-label=${t("Run")}>
      ${state.held || state.in_hand ? html`<button type="button" class="yes" onClick=${() => ask("go_on")}>${t("Resume")}</button>` : html`<button type="button" onClick=${() => ask("pause")}>${t("Pause")}</button>`}
      <button type="button" onClick=${() => ask("over")} title=${t("to the next statement")}>${t("Step")}</button>
      <button type="button" onClick=${() => ask("step")} title=${t("one move of a step in plain words")}>${t("Step into")}</button>
      <button type="button" class="no" onClick=${() => ask("cancel", { reason: "cancelled on the page" })}>${t("Cancel")}</button>
      ${hand.mine ? html`<button type="button" class="yes" onClick=${() => ask("hand_back", {})}>${t("Hand back")}</button>` : html`<button type="button" onClick=${() => ask("take_over")} disabled=${!hand.phone || hand.taken}>${t("Take over")}</button>`}
      <form onSubmit=${tell}><input value=${remark} placeholder=${t("Tell the run something")} aria-label=${t("Tell the run something")} onInput=${(event) => say(event.target.value)} /><button>${t("Tell")}</button></form>
      ${hand.mine ? html`<span class="hand">${t("You have the phone in hand.")}</span>` : hand.taken && html`<span class="hand">${t("Another page has the phone in hand.")}</span>`}
    </div>`;
  }

  function Rows({ head, rows }) {
    if (!rows.length) return html`<p class="none">${t("Nothing yet.")}</p>`;
    return html`<div class="wide"><table><thead><tr>${head.map((name) => html`<th scope="col">${t(name)}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
  }

  function Timeline({ steps, run }) {
    const end = useRef(null);
    useEffect(() => { const last = end.current; if (last) last.parentElement.scrollTop = last.parentElement.scrollHeight; }, [steps]);
    const shown = steps.slice(-60);
    if (!shown.length) return html`<p class="none">${t("Nothing yet.")}</p>`;
    return html`<ol class="timeline">${shown.map((step) => html`<li key=${step.number} class=${own.tone(step.status)}>
      <p><b>${step.line}</b> ${step.text} <em>${t(step.status)}</em></p>
      <ul class="entries">${step.entries.map((entry) => html`<${own.Entry} key=${`${entry.at} ${entry.kind}`} entry=${entry} source=${source(run)} />`)}</ul></li>`)}<li ref=${end} class="end"></li></ol>`;
  }

  function Variables({ live }) {
    const [name, call] = useState(""), [value, give] = useState("");
    const rows = (live.news.variables || []).map((one) => [one.preview, one.line]);
    const set = async (event) => {
      event.preventDefault();
      let data = value;
      try { data = JSON.parse(value); } catch { /* a text */ }
      const reply = await live.ask("set", { name, value: data });
      own.say(reply.ok ? `${name} = ${value}` : reply.error.message);
    };
    return html`<${Rows} head=${["Variables", "line"]} rows=${rows} />
      ${live.state && live.state.held && html`<form class="inline" onSubmit=${set}><input placeholder=${t("Name")} aria-label=${t("Name")} value=${name} onInput=${(event) => call(event.target.value)} /><input placeholder=${t("Value")} aria-label=${t("Value")} value=${value} onInput=${(event) => give(event.target.value)} /><button>${t("Set")}</button></form>`}`;
  }

  function Permissions({ news }) {
    const manifest = news.manifest || {};
    return html`<h3>${t("Manifest")}</h3>
      ${manifest.shown && manifest.shown.length ? html`<pre>${manifest.shown.join("\n")}</pre>` : html`<p class="none">${t("nothing: it only reads and calculates")}</p>`}
      <h3>${t("Permissions")}</h3>
      ${(news.permits || []).length ? html`<ul>${news.permits.map((one) => html`<li><b>${one.answer}</b> ${one.text}</li>`)}</ul>` : html`<p class="none">${t("Nobody approved anything yet.")}</p>`}`;
  }

  const rounded = (value) => (Number.isInteger(value) ? value.toLocaleString() : value.toFixed(3));

  function Aside({ live, panel }) {
    const news = live.news, steps = news.steps || [];
    if (panel === "Variables") return html`<${Variables} live=${live} />`;
    if (panel === "Expectations") return html`<${Rows} head=${["Expectations", "status"]} rows=${(news.beliefs || []).map((one) => [one.text, t(one.status)])} />`;
    if (panel === "Evidence") return html`<${Rows} head=${["line", "status", "Evidence", "by"]} rows=${steps.filter((step) => ["verified", "unverified", "failed", "true", "false"].includes(step.status) && step.detail).map((step) => [step.line, t(step.status), step.detail, step.witness])} />`;
    if (panel === "Permissions") return html`<${Permissions} news=${news} />`;
    if (panel === "Cost") return html`<${Rows} head=${["Cost", ""]} rows=${Object.entries(news.cost || {}).map(([name, value]) => [name.replace("_", " "), rounded(value)])} />`;
    return html`<${Timeline} steps=${steps} run=${(live.state && live.state.run) || ""} />`;
  }

  function useLive(seat) {
    const [, changed] = useReducer((count) => count + 1, 0);
    const made = useRef(null);
    const live = useMemo(() => { if (made.current) made.current.close(); made.current = own.live(seat, changed); return made.current; }, [seat]);
    useEffect(() => () => live.close(), [live]);
    return live;
  }

  const PANELS = ["Timeline", "Variables", "Expectations", "Evidence", "Permissions", "Cost", "Breakpoints", "Inspect"];

  function Tabs({ names, at, go }) {
    const key = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      const next = names[(names.indexOf(at) + step + names.length) % names.length];
      go(next);
      requestAnimationFrame(() => document.getElementById(`tab-${next}`).focus());
    };
    return html`<div class="tabs" role="tablist" onKeyDown=${key}>${names.map((name) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-selected=${name === at} aria-controls="panel" tabindex=${name === at ? 0 : -1} onClick=${() => go(name)}>${t(name)}</button>`)}</div>`;
  }

  function Live({ seat }) {
    const live = useLive(seat), state = live.state, news = live.news;
    // The last two are of a run at work alone.
    const panels = state && state.ended ? PANELS.slice(0, -2) : PANELS;
    const [wanted, show] = useState("Timeline"), panel = panels.includes(wanted) ? wanted : "Timeline";
    const [screen, see] = useState(null), [chosen, choose] = useState(null);
    const use = own.useStops(live), [draft, write] = useState(null), editor = useRef(null);
    const recording = own.useRecording(live);
    useEffect(() => {
      if (state && state.run && location.pathname !== `/runs/${state.run}`) history.replaceState(null, "", `/runs/${state.run}`);
    }, [state && state.run]);
    const looks = state && state.hand.looks;
    const known = useRef(0);
    const look = async (fields) => {
      const reply = await live.ask("look", fields);
      if (!reply.ok) { own.say(reply.error.message); return; }
      known.current = reply.looks;
      see(reply.screen);
      choose((one) => own.still(reply.screen, one));
    };
    useEffect(() => { if (panel === "Inspect") look({}); }, [panel]);
    // A look of somebody else is shown, and makes no other: two pages that inspect would go on for ever.
    useEffect(() => { if (panel === "Inspect" && looks > known.current) look({ known: known.current }); }, [looks]);
    const touch = (one) => own.touched(live, one).then(() => look({}));
    if (!state) return html`<main>${live.lost ? html`<${own.Trouble} problem=${{ message: t("the connection is lost"), hint: t(STILL) }} />` : html`<p class="none">…</p>`}</main>`;
    const [kind, status] = statusOf(live), hand = state.hand, whole = (news.program || []).join("\n") + "\n";
    const insert = (line) => { if (draft === null) navigator.clipboard.writeText(line).then(() => own.say(line)); else write(own.insertAt(editor.current, draft, line)); };
    const last = (news.steps || [])[(news.steps || []).length - 1];
    const at = state.held ? state.held.line : !state.ended && last ? last.line : 0;
    const statuses = own.lineStatuses(news.steps || []);
    const amend = async () => {
      const reply = await live.ask("amend", { text: draft });
      if (reply.ok) write(null); else own.say(reply.error.message);
    };
    const gutter = state.ended ? null : (line) => html`<${own.Gutter} line=${line} held=${!!state.held} live=${live} use=${use} />`;
    const stands = state.held && [`${t("line")} ${state.held.line}`, state.held.moment && t(state.held.moment), state.held.action].filter(Boolean).join(": ");
    const head = news.head || {};
    return html`<main class="live">
      <header><h1>${head.instruction || state.run || seat}</h1><p class=${`status ${kind}`} role="status">${status}${stands ? ` · ${stands}` : ""}</p></header>
      <${Reins} live=${live} />
      ${hand.mine && !state.ended && html`<${own.Recording} recording=${recording} hand=${hand} chosen=${chosen} onBegin=${() => ({ into: whole, before: (state.held && state.held.line) || 0 })} onDone=${write} />`}
      <${own.Questions} live=${live} />
      <div class="columns">
        <section class="shots" aria-label=${t("Phone")}><${own.Picture} live=${live} mode=${panel === "Inspect" ? "inspect" : "touch"} screen=${screen} chosen=${chosen} onChoose=${choose} /></section>
        <section class="program" aria-label=${t("Program")}><h2>${t("Program")} ${state.held && !state.held.within && draft === null && html`<button type="button" onClick=${() => write(whole)}>${t("Edit the program")}</button>`}</h2>
          ${draft === null ? html`<${own.Listing} program=${news.program || []} at=${at} statuses=${statuses} gutter=${gutter} />`
            : html`<textarea class="editor" ref=${editor} aria-label=${t("Edit the program")} rows="16" value=${draft} onInput=${(event) => write(event.target.value)}></textarea><p class="choices"><button type="button" class="yes" onClick=${amend}>${t("Use this program")}</button><button type="button" onClick=${() => navigator.clipboard.writeText(draft).then(() => own.say(t("Copied.")))}>${t("Copy")}</button><button type="button" onClick=${() => write(null)}>${t("Undo")}</button></p>
              ${recording.made && html`<p class="fine">${t("The run does what it says from its line on, what was recorded too: take that back on the phone first, or copy the program for another run.")}</p>`}`}</section>
        <section class="aside"><${Tabs} names=${panels} at=${panel} go=${show} />
          <div id="panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${panel}`}>${panel === "Inspect" ? html`<${own.Inspector} screen=${screen} chosen=${chosen} onChoose=${choose} onInsert=${draft === null ? null : insert} onTouch=${hand.mine && touch} lines=${(element) => live.ask("lines", { index: element.index }).then((reply) => (reply.ok ? reply : Promise.reject(new Error(reply.error.message))))} />` : panel === "Breakpoints" ? html`<${own.Stops} use=${use} />` : html`<${Aside} live=${live} panel=${panel} />`}</div></section>
      </div></main>`;
  }

  // ------------------------------------------------------------ a recorded run

  function useStory(run) {
    const [found, put] = useState(null);
    useEffect(() => { put(null); own.send(`/api/runs/${encodeURIComponent(run)}`).then(put, (problem) => put({ problem })); }, [run]);
    return found;
  }

  function Recorded({ run, step }) {
    const found = useStory(run);
    if (!found) return html`<main><p class="none">…</p></main>`;
    if (found.problem) return html`<main><${own.Trouble} problem=${found.problem} /></main>`;
    if (found.seat) return html`<${Live} seat=${found.seat} />`;
    const head = found.news.head || {};
    const at = (number) => history.replaceState(null, "", `/runs/${run}/steps/${number}`);
    return html`<main class="recorded"><header><h1>${found.title || head.instruction || run}</h1>
      <p class=${`status ${own.tone(head.outcome)}`}>${t(head.outcome || "not finished")} <small>${head.reason}</small></p>
      ${head.answer !== null && head.answer !== undefined && html`<p class="answer">${String(head.answer)}</p>`}
      <p class="fine">${[found.model, head.started_at && head.started_at.slice(0, 19).replace("T", " "), run].filter(Boolean).join(" · ")} <${Compare} run=${run} /></p></header>
      <${own.Scrub} story=${found.news} source=${source(run)} step=${step} onStep=${at} /></main>`;
  }

  function Compare({ run }) {
    const [others, put] = useState([]);
    const list = () => own.send("/api/home").then((home) => put(home.runs.map((one) => one.run).filter((name) => name !== run)), () => {});
    return html`<select aria-label=${t("Compare with")} onFocus=${list} onChange=${(event) => event.target.value && open(`/compare/${run}/${event.target.value}`)}><option value="">${t("Compare with")}…</option>${others.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select>`;
  }

  function Both({ run, other }) {
    const one = useStory(run), two = useStory(other);
    const problem = (one && one.problem) || (two && two.problem);
    if (problem) return html`<main><${own.Trouble} problem=${problem} /></main>`;
    if (!one || !two || !one.news || !two.news) return html`<main><p class="none">…</p></main>`;
    const key = (step) => `${step.line} ${step.iteration} ${step.text}`;
    const there = new Map((two.news.steps || []).map((step) => [key(step), step]));
    const rows = (one.news.steps || []).map((step) => {
      const match = there.get(key(step));
      there.delete(key(step));
      return [step.line, step.text, step.status, match ? match.status : "–"];
    });
    for (const step of there.values()) rows.push([step.line, step.text, "–", step.status]);
    const said = (some) => html`<${Rows} head=${["line", "Program", run, other]} rows=${some.map(([line, text, ...ends]) => [line, text, ...ends.map(t)])} />`;
    const differing = rows.filter(([, , mine, theirs]) => mine !== theirs);
    return html`<main class="both"><h1>${run} · ${other}</h1>
      <h2>${t("What differs")}</h2>${differing.length ? said(differing) : html`<p class="none">${t("Both went the same way.")}</p>`}
      <details><summary>${t("All steps")}: ${rows.length}</summary>${said(rows)}</details>
      <div class="pair"><${own.Scrub} story=${one.news} source=${source(run)} /><${own.Scrub} story=${two.news} source=${source(other)} /></div></main>`;
  }

  // ------------------------------------------------------------ the beginning

  function Begin({ home }) {
    const [text, write] = own.useDraft(home.program ? home.program.text : ""), editor = useRef(null);
    return html`<section><h2>${t("Program")} ${home.program && html`<small>${home.program.name}</small>`}</h2>
      <${own.Writer} text=${text} write=${write} editor=${editor} run=${t("Run")} cursor><small>${t("Phone")}: ${home.phone === "simulated" ? t("simulated") : home.phone || t("the one that is plugged in")} · ${t("model")}: ${home.model || t("none, so exact lines only")}</small><//></section>`;
  }

  function Home() {
    const [home, put] = useState(null), [trouble, tell] = useState(null);
    useEffect(() => { own.send("/api/home").then(put, tell); }, []);
    if (!home) return html`<main>${trouble ? html`<${own.Trouble} problem=${trouble} />` : html`<p class="none">…</p>`}</main>`;
    const active = home.live.filter((one) => !one.ended);
    return html`<main class="home"><h1>${t("Programs for your phone")}</h1>
      ${active.length > 0 && html`<section><h2>${t("At work")}</h2><ul class="runs">${active.map((one) => html`<li><${Link} to=${`/runs/${one.seat}`}>${one.run || one.seat}<//> ${one.questions.length ? html`<b>${t("needs you")}</b>` : ""}</li>`)}</ul></section>`}
      <p class="choices"><${Link} class="button" to="/phone">${t("Open the phone")}<//> <span class="fine">${t("To touch it here, look for the words of a line, or do something by hand and have its program written.")}</span></p>
      <${Begin} home=${home} />
      <section><h2>${t("Recorded runs")}</h2>${home.runs.length ? html`<ul class="runs">${home.runs.map((one) => html`<li class=${own.tone(one.outcome)}><em>${t(one.outcome || "not finished")}</em> <${Link} to=${`/runs/${one.run}`}>${one.instruction || one.run}<//> <small>${one.started_at.slice(0, 16).replace("T", " ")}</small></li>`)}</ul>` : html`<p class="none">${t("No run yet. Each leaves its screens and steps here.")}</p>`}</section></main>`;
  }

  // ------------------------------------------------------------ the frame of it all

  function Said() {
    const [text, put] = useState("");
    useEffect(() => { let timer; own.say = (said) => { put(said); clearTimeout(timer); timer = setTimeout(() => put(""), 6000); }; }, []);
    return html`<p class="said" role="status" aria-live="polite" hidden=${!text}>${text}</p>`;
  }

  function Choices({ again }) {
    const [theme, wear] = useState(own.theme);
    const choose = (event) => { own.theme = event.target.value; wear(event.target.value); };
    return html`<span class="choices"><select aria-label=${t("Theme")} value=${theme} onChange=${choose}>${["system", "light", "dark"].map((name) => html`<option value=${name}>${t(name)}</option>`)}</select>
      <select aria-label=${t("Language")} value=${own.language} onChange=${(event) => { own.language = event.target.value; again(); }}><option value="en">English</option><option value="zh">中文</option></select></span>`;
  }

  function Page() {
    const [path, go] = useState(location.pathname), [, again] = useReducer((count) => count + 1, 0);
    useEffect(() => { const moved = () => go(location.pathname); addEventListener("popstate", moved); return () => removeEventListener("popstate", moved); }, []);
    const [, first, run, third, fourth] = path.split("/").map(decodeURIComponent);
    const body = first === "runs" && run ? html`<${Recorded} key=${run} run=${run} step=${third === "steps" ? Number(fourth) : 0} />`
      : first === "compare" ? html`<${Both} key=${path} run=${run} other=${third} />`
      : first === "phone" ? html`<${own.Bench} key="phone" use=${useLive} />` : html`<${Home} key="home" />`;
    return html`<nav class="top"><${Link} to="/">agentprog studio<//><${Choices} again=${again} /></nav><${Said} />${body}`;
  }

  own.Rows = Rows;
  own.open = open;
  addEventListener("DOMContentLoaded", () => render(html`<${Page} />`, document.getElementById("app")));
})();
