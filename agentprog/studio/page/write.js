"use strict";
// A program that is written here: what is wrong with it, what it has to be given, and its run.
(() => {
  const { html, useState, useEffect } = htmPreact;
  const own = window.agentprog, t = own.t;

  // What is written stays in this tab when its page is left and come back to; `from` is what stands there at first.
  function useDraft(from) {
    const key = `draft ${location.pathname}`;
    const [text, put] = useState(() => { const [of, kept] = JSON.parse(sessionStorage.getItem(key) || "[]"); return of === from ? kept : from; });
    return [text, (now) => { sessionStorage.setItem(key, JSON.stringify([from, now])); put(now); }];
  }

  // What went wrong, until something else is tried.
  function Trouble({ problem }) {
    return problem ? html`<p class="bad trouble" role="alert">${problem.message} ${problem.hint && html`<small>${problem.hint}</small>`}</p>` : null;
  }

  function Given({ input, value, give, hidden, hide }) {
    const about = [input.type, input.description, input.required ? "" : t("left empty: as the program says")].filter(Boolean).join(" · ");
    return html`<li><label>${input.name} <small>${about}</small> <input type=${hidden ? "password" : "text"} aria-label=${input.name} title=${about} autocomplete="off" value=${value} onInput=${(event) => give(event.target.value)} /></label>
      <label class="fine"><input type="checkbox" checked=${hidden} onChange=${() => hide(!hidden)} aria-label=${`${t("keep secret")}: ${input.name}`} /> ${t("keep secret")}</label></li>`;
  }

  // `secrets`: the inputs that were typed into password fields; `run`: what the button is called.
  function Writer({ text, write, editor, secrets = [], run, cursor, children }) {
    const [found, put] = useState(null), [trouble, tell] = useState(null), [values, give] = useState({}), [hides, hide] = useState({});
    const check = () => own.send("/api/check", { text });
    useEffect(() => {
      let here = true;
      tell(null);
      if (!text.trim()) { put(null); return undefined; }
      const timer = setTimeout(() => check().then((data) => here && put(data), (problem) => here && tell(problem)), 400);
      return () => { here = false; clearTimeout(timer); };
    }, [text]);
    const hidden = (name) => (name in hides ? hides[name] : secrets.includes(name));
    const begin = async (breakpoints) => {
      tell(null);
      try {
        const now = await check(), sent = { inputs: {}, secrets: {} };
        put(now);
        if (now.problems.some((one) => one.severity === "error")) return;
        const missing = now.inputs.filter((one) => one.required && !values[one.name]).map((one) => one.name);
        if (missing.length) throw new Error(`${t("Fill in first")}: ${missing.join(", ")}`);
        for (const { name } of now.inputs) if (values[name]) sent[hidden(name) ? "secrets" : "inputs"][name] = values[name];
        own.open(`/runs/${(await own.send("/api/begin", { text, ...sent, breakpoints })).seat}`);
      } catch (problem) { tell(problem); }
    };
    const toCursor = () => begin([{ line: own.lineAt(editor.current, text), once: true }].filter((one) => one.line));
    return html`<textarea class="editor" ref=${editor} rows="12" aria-label=${t("Program")} value=${text} spellcheck="false" placeholder=${'Open the "Contacts" app\nTap "Create contact"\nType "Ada" into "First name"\nTap "Save"\nVerify that "Ada" appears'} onInput=${(event) => write(event.target.value)}></textarea>
      <p class="choices"><button type="button" class="yes" onClick=${() => begin([])} disabled=${!text.trim()}>${run}</button>${cursor && html`<button type="button" onClick=${toCursor} disabled=${!text.trim()}>${t("Run to the cursor")}</button>`}${children}</p>
      <${Trouble} problem=${trouble} />
      ${found && found.inputs.length > 0 && html`<section aria-label=${t("Inputs")}><h3>${t("Inputs")}</h3><ul class="given">${found.inputs.map((one) => html`<${Given} key=${one.name} input=${one} value=${values[one.name] || ""} give=${(value) => give({ ...values, [one.name]: value })} hidden=${hidden(one.name)} hide=${(on) => hide({ ...hides, [one.name]: on })} />`)}</ul></section>`}
      <div role="status">${found && (found.problems.length ? html`<ul class="problems">${found.problems.map((one) => html`<li class=${one.severity === "error" ? "bad" : ""}>${t("line")} ${one.line}: ${one.text} <small>${one.hint} ${one.code}</small></li>`)}</ul>` : html`<p class="none">${t("Nothing is wrong with this program.")}</p>`)}</div>`;
  }

  Object.assign(own, { useDraft, Trouble, Writer });
})();
