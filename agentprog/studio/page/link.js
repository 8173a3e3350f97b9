"use strict";
// The page's line to something live: what is new comes in, requests go out and are answered by their number.
window.agentprog.live = (seat, changed) => {
  let socket, closed = false, count = 0, frame = null, wait = 250;
  const waiting = new Map();
  const live = { state: null, news: { steps: [] }, lost: false, onFrame: null, latest: null };
  const byNumber = new Map();

  function merge(news) {
    for (const step of news.steps || []) byNumber.set(step.number, step);
    live.news = { ...live.news, ...news, steps: [...byNumber.values()] };
  }
  function open() {
    socket = new WebSocket(`ws://${location.host}/live/${encodeURIComponent(seat)}`);
    socket.binaryType = "blob";
    socket.onopen = () => { live.lost = false; wait = 250; byNumber.clear(); live.news = { steps: [] }; changed(); };
    socket.onmessage = (event) => {
      if (typeof event.data !== "string") {
        live.latest = frame && [new Blob([event.data], { type: frame.type }), frame];
        if (live.onFrame && frame) live.onFrame(...live.latest);
        else live.drawn();
        return;
      }
      const data = JSON.parse(event.data);
      if (data.frame) { frame = data.frame; return; }
      if (data.news) merge(data.news);
      if (data.state) live.state = data.state;
      if (data.id && waiting.has(data.id)) { waiting.get(data.id)(data); waiting.delete(data.id); }
      changed();
    };
    socket.onclose = () => {
      for (const reply of waiting.values()) reply({ ok: false, error: { message: "the connection is lost", status: 0 } });
      waiting.clear();
      if (closed) return;
      live.lost = true;
      changed();
      setTimeout(open, wait);
      wait = Math.min(5000, wait * 2);
    };
  }
  live.ask = (what, fields = {}) => new Promise((reply) => {
    if (socket.readyState !== WebSocket.OPEN) { reply({ ok: false, error: { message: "the connection is lost", status: 0 } }); return; }
    waiting.set(++count, reply);
    socket.send(JSON.stringify({ id: count, do: what, ...fields }));
  });
  live.drawn = () => socket.readyState === WebSocket.OPEN && socket.send('{"do":"drawn"}');
  live.close = () => { closed = true; socket.close(); };
  open();
  return live;
};
window.agentprog.send = async (path, body) => {
  const answer = await fetch(path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw Object.assign(new Error((data.error && data.error.message) || answer.statusText), { hint: data.error && data.error.hint });
  return data;
};
