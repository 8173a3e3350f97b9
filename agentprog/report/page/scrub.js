"use strict";
// A run that has a story: step by step, before and after, what was asked and answered. The live page and the
// report's file share it. Texts of screens and models become text nodes only.
(() => {
  const { html, useState, useEffect, useMemo, useRef } = htmPreact;
  const own = window.agentprog;
  const t = own.t;

  const good = ["verified", "completed", "true", "done"], bad = ["failed", "infeasible", "false"];
  const tone = (status) => (good.includes(status) ? "good" : bad.includes(status) ? "bad" : "plain");
  const seconds = (value) => value < 1 ? `${Math.round(value * 1000)} ms` : value < 120 ? `${value.toFixed(1)} s`
    : `${Math.floor(value / 60)}:${String(Math.floor(value % 60)).padStart(2, "0")} min`;

  // Where an action touched, in the phone's pixels: a box, and a point or a way through it.
  function markOf(what, size) {
    if (!what) return null;
    const box = what.target && Array.isArray(what.target.bounds) && what.target.bounds.length === 4 ? what.target.bounds : null;
    let points = ["point", "start", "end", "target"].map((name) => what[name])
      .filter((one) => one && typeof one.x === "number" && typeof one.y === "number").map((one) => [one.x, one.y]);
    const way = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[what.direction];
    if (way) {
      const [left, top, right, bottom] = box || [0, 0, ...size];
      const sign = what.type === "Scroll" ? -1 : 1, x = (left + right) / 2, y = (top + bottom) / 2;
      const dx = way[0] * sign * (right - left) / 4, dy = way[1] * sign * (bottom - top) / 4;
      points = [[x - dx, y - dy], [x + dx, y + dy]];
    } else if (box && !points.length) points = [[(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]];
    return box || points.length ? { box, points } : null;
  }

  function Mark({ mark, size }) {
    if (!mark) return null;
    const last = mark.points[mark.points.length - 1];
    return html`<svg class="mark" viewBox=${`0 0 ${size[0]} ${size[1]}`} aria-hidden="true">
      ${mark.box && html`<rect x=${mark.box[0]} y=${mark.box[1]} width=${mark.box[2] - mark.box[0]} height=${mark.box[3] - mark.box[1]} rx="16" />`}
      ${mark.points.length === 2 && html`<line x1=${mark.points[0][0]} y1=${mark.points[0][1]} x2=${mark.points[1][0]} y2=${mark.points[1][1]} />`}
      ${last && html`<circle cx=${last[0]} cy=${last[1]} r="42" />`}
    </svg>`;
  }

  function Shot({ source, record, label, mark, size, children, outline, onPick }) {
    if (!record) return null;
    const pick = (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      onPick((event.clientX - box.left) / box.width * size[0], (event.clientY - box.top) / box.height * size[1]);
    };
    return html`<figure class="plate">
      <div class=${onPick ? "glass pick" : "glass"} style=${{ aspectRatio: `${size[0]} / ${size[1]}` }} onClick=${onPick ? pick : null}>
        ${source.classOf ? html`<div class=${"pixels " + source.classOf(record)} role="img" aria-label=${label}></div>`
          : html`<img src=${source.pictureOf(record)} alt=${label} draggable="false" />`}
        <${Mark} mark=${mark} size=${size} />
        ${outline && html`<svg class="mark" viewBox=${`0 0 ${size[0]} ${size[1]}`} aria-hidden="true"><rect class="candidate" x=${outline[0]} y=${outline[1]} width=${outline[2] - outline[0]} height=${outline[3] - outline[1]} /></svg>`}
      </div>
      <figcaption>${label}</figcaption>${children}
    </figure>`;
  }

  // What is looked at one after the other: each action, each screen that a step left, each step without either.
  function momentsOf(steps) {
    const moments = [];
    for (const step of steps) {
      const shown = step.entries.filter((entry) => ["action", "screen", "refused"].includes(entry.kind));
      if (!shown.length) moments.push({ step, entry: null });
      for (const entry of shown) moments.push({ step, entry });
    }
    let last = "";
    for (const moment of moments) {
      if (moment.entry && moment.entry.screen) last = moment.entry.screen;
      moment.before = last;
    }
    let next = "";
    for (const moment of [...moments].reverse()) {
      moment.after = next;
      if (moment.before) next = moment.before;
    }
    return moments;
  }

  function firstFailure(moments) {
    const failed = moments.filter((moment) => moment.step.status === "failed");
    const last = failed[failed.length - 1];
    if (!last) return -1;
    const of = moments.filter((moment) => moment.step === last.step);
    return moments.indexOf(of[of.length - 1]);
  }

  function Entry({ entry, source }) {
    const called = entry.kind === "call" && entry.call;
    if (called) return html`<li class=${"call " + (called.ok ? "" : "bad")}><${Call} call=${called} purpose=${entry.text} source=${source} /></li>`;
    const done = entry.done;
    return html`<li class=${entry.kind}><b>${t(entry.kind)}</b> <span>${t(entry.text)}</span>
      ${done && html` <small class=${done.ok ? "" : "bad"}>${t(done.ok ? "done" : "failed")}${done.changed ? "" : `, ${t("nothing changed")}`}${done.detail ? `: ${done.detail}` : ""}</small>`}
      ${entry.why && !["step", "direct"].includes(entry.why) && html` <small>${entry.why}</small>`}
      ${entry.risk && html` <small class="risk">${entry.risk}</small>`}</li>`;
  }

  function Call({ call, purpose, source }) {
    const [whole, read] = useState(null);
    const opened = (event) => {
      if (event.target.open && !whole && call.record) source.callOf(call.record).then(read, () => read({ error: "not kept", messages: [] }));
    };
    return html`<details onToggle=${opened}><summary><b>${t("model")}</b> ${purpose} <small>${call.prompt} + ${call.completion} · ${seconds(call.seconds)} · ${call.model}</small>
      ${call.detail && html` <small>${call.detail}</small>`}</summary>
      ${whole && html`${whole.error && html`<p class="bad">${whole.error}</p>`}
        ${whole.reply && html`<h4>${t("Reply")}</h4><pre>${whole.reply}</pre>`}
        ${(whole.best || []).length > 0 && html`<h4>${t("Reply")}</h4><ol>${whole.best.map((one) => html`<li>${one.text} <small>${one.score.toFixed(2)}</small></li>`)}</ol>`}
        ${(whole.messages || []).map((one) => html`<h4>${t("Prompt")}: ${one.role}</h4><pre>${one.text}</pre>`)}`}
    </details>`;
  }

  function Difference({ source, before, after }) {
    const [found, put] = useState(null);
    useEffect(() => {
      let here = true;
      put(null);
      if (!before || !after || before === after || !source.screenOf) return undefined;
      Promise.all([source.screenOf(before), source.screenOf(after)]).then(([one, other]) => {
        const texts = (screen) => new Set((screen.elements || []).map((element) => element.text || element.label).filter(Boolean));
        const was = texts(one), is = texts(other);
        if (here) put({ gone: [...was].filter((text) => !is.has(text)), fresh: [...is].filter((text) => !was.has(text)) });
      }, () => here && put(null));
      return () => { here = false; };
    }, [before, after]);
    if (!found || !(found.gone.length + found.fresh.length)) return null;
    return html`<section aria-label=${t("What changed on the screen")}><h3>${t("What changed on the screen")}</h3>
      <ul class="difference">${found.fresh.map((text) => html`<li class="fresh"><b>${t("new")}</b> ${text}</li>`)}
      ${found.gone.map((text) => html`<li class="gone"><b>${t("gone")}</b> ${text}</li>`)}</ul></section>`;
  }

  function Listing({ program, at, statuses, onLine, gutter }) {
    const here = useRef(null);
    // Within its own list only: the page itself stays where its reader has it.
    useEffect(() => {
      const line = here.current, list = line && line.parentElement;
      if (!line || list.scrollHeight <= list.clientHeight) return;
      const above = line.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (above < 0) list.scrollTop += above;
      else if (above + line.offsetHeight > list.clientHeight) list.scrollTop += above + line.offsetHeight - list.clientHeight;
    }, [at]);
    return html`<ol class="sheet" style=${{ "--digits": String(program.length).length }}>${program.map((text, number) => {
      const line = number + 1, now = line === at;
      return html`<li key=${line} ref=${now ? here : null} value=${line} class=${`${tone(statuses[line] || "")} ${now ? "now" : ""}`} aria-current=${now ? "step" : null}>
        ${gutter && gutter(line)}<button type="button" class="line" style=${{ "--deep": text.search(/\S|$/) + 4 }} onClick=${() => onLine && onLine(line)}>${text || " "}</button></li>`;
    })}</ol>`;
  }

  const lineStatuses = (steps) => {
    const found = {};
    for (const step of steps) if (found[step.line] !== "failed") found[step.line] = step.status;
    return found;
  };

  // A recorded run. `source` gives pictures, screens and calls; `step` is the number to begin with; 0: the failure, or the first.
  function Scrub({ story, source, step, onStep, size }) {
    const steps = story.steps || [], program = story.program || [];
    const moments = useMemo(() => momentsOf(steps), [steps]);
    const failure = useMemo(() => firstFailure(moments), [moments]);
    const begin = step ? moments.findIndex((moment) => moment.step.number >= step) : failure;
    const [at, go] = useState(Math.max(0, begin));
    const [search, look] = useState(""), [inspects, inspect] = useState(false), [screen, see] = useState(null), [chosen, choose] = useState(null);
    const bar = useRef(null);
    const moment = moments[Math.min(at, moments.length - 1)];
    const shot = moment ? moment.before : "";
    useEffect(() => {
      let here = true;
      see(null);
      choose(null);
      if (inspects && shot) source.screenOf(shot).then((found) => here && see(found), () => here && see(null));
      return () => { here = false; };
    }, [inspects, shot]);
    useEffect(() => { if (moment && onStep) onStep(moment.step.number); }, [at]);
    // The pictures beside this one, once the browser has nothing else to do: going on by one step then waits for none.
    useEffect(() => {
      if (!source.pictureOf || !window.requestIdleCallback) return undefined;
      const near = [moments[at + 1], moments[at - 1]].filter((one) => one && one.before);
      const idle = requestIdleCallback(() => { for (const one of near) new Image().src = source.pictureOf(one.before); });
      return () => cancelIdleCallback(idle);
    }, [at]);
    useEffect(() => {
      const key = (event) => {
        if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target !== bar.current) return;
        if (event.target === bar.current) return;
        if (event.key === "ArrowRight") go((now) => Math.min(moments.length - 1, now + 1));
        if (event.key === "ArrowLeft") go((now) => Math.max(0, now - 1));
      };
      addEventListener("keydown", key);
      return () => removeEventListener("keydown", key);
    }, [moments]);
    if (!moment) return html`<p class="none">${t("Nothing yet.")}</p>`;
    const words = search.trim().toLocaleLowerCase();
    const says = (one) => [one.step.text, one.step.detail, one.entry && one.entry.text, ...one.step.entries.map((entry) => entry.text)]
      .some((text) => text && text.toLocaleLowerCase().includes(words));
    const find = (event) => {
      event.preventDefault();
      if (!words) return;
      const found = [...moments.slice(at + 1), ...moments.slice(0, at + 1)].find(says);
      if (found) go(moments.indexOf(found));
    };
    const shown = size || (source.sizeOf && source.sizeOf(moment.before)) || [1080, 2400];
    return html`<div class="scrub">
      <div class="bar" role="group" aria-label=${t("Timeline")}>
        <button type="button" onClick=${() => go(Math.max(0, at - 1))} disabled=${at === 0} aria-label=${t("Earlier")}>◀</button>
        <input ref=${bar} type="range" min="0" max=${moments.length - 1} value=${at} aria-label=${t("Timeline")}
          aria-valuetext=${`${t("step")} ${moment.step.number}: ${moment.step.text}`} onInput=${(event) => go(Number(event.target.value))} />
        <button type="button" onClick=${() => go(Math.min(moments.length - 1, at + 1))} disabled=${at === moments.length - 1} aria-label=${t("Later")}>▶</button>
        <span class="count">${at + 1} ${t("of")} ${moments.length}</span>
        ${failure >= 0 && html`<button type="button" onClick=${() => go(failure)}>${t("First failure")}</button>`}
        ${source.linesOf && html`<button type="button" aria-pressed=${inspects} onClick=${() => inspect(!inspects)}>${t("Inspect")}</button>`}
        <form onSubmit=${find}><input type="search" value=${search} placeholder=${t("Search")} aria-label=${t("Search")} onInput=${(event) => look(event.target.value)} /></form>
      </div>
      <div class="columns">
        <div class="shots">
          <${Shot} source=${source} record=${moment.before} size=${shown} label=${t("Before")} mark=${!inspects && moment.entry && moment.entry.kind !== "screen" ? markOf(moment.entry.what, shown) : null}
            outline=${chosen && chosen.bounds} onPick=${inspects ? (x, y) => choose(own.elementAt(screen, x, y)) : null} />
          ${moment.after && moment.after !== moment.before && html`<${Shot} source=${source} record=${moment.after} size=${shown} label=${t("After")} />`}
        </div>
        ${inspects ? html`<div class="middle"><${own.Inspector} screen=${screen} chosen=${chosen} onChoose=${choose} lines=${(element) => source.linesOf(shot, element.index)} /></div>` : html`<div class="middle">
          <h2 class=${tone(moment.step.status)}><small>${t("step")} ${moment.step.number}, ${t("line")} ${moment.step.line}</small> ${moment.step.text} <em>${t(moment.step.status)}</em></h2>
          ${moment.step.detail && html`<p>${moment.step.detail}${moment.step.witness && html` <small>(${moment.step.witness})</small>`}</p>`}
          <p class="fine">${moment.step.tier} · ${seconds(moment.step.cost.seconds)}${moment.step.cost.tokens ? ` · ${moment.step.cost.tokens} tokens` : ""}${moment.step.cost.money ? ` · $${moment.step.cost.money.toFixed(4)}` : ""}</p>
          <ul class="entries">${moment.step.entries.map((entry) => html`<${Entry} key=${`${moment.step.number} ${entry.at} ${entry.kind}`} entry=${entry} source=${source} />`)}</ul>
          <${Difference} source=${source} before=${moment.before} after=${moment.after} />
        </div>`}
        <div class="program"><h3>${t("Program")}</h3>
          <${Listing} program=${program} at=${moment.step.line} statuses=${lineStatuses(steps)}
            onLine=${(line) => { const found = moments.findIndex((one) => one.step.line === line); if (found >= 0) go(found); }} />
        </div>
      </div>
    </div>`;
  }

  Object.assign(own, { Scrub, Entry, Listing, Mark, markOf, momentsOf, lineStatuses, tone, seconds });
})();
