"use strict";
const enlarge = (shot) => shot.setAttribute("aria-expanded", String(shot.classList.toggle("large")));
document.addEventListener("click", (event) => {
  const fold = event.target.closest("[data-fold]");
  if (fold) {
    for (const part of document.querySelectorAll("#timeline details")) part.open = fold.dataset.fold === "open";
    return;
  }
  const shot = event.target.closest(".shot");
  if (shot) enlarge(shot);
});
document.addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && event.target.matches(".shot")) {
    event.preventDefault();
    enlarge(event.target);
  }
});
if (matchMedia("(max-width: 860px)").matches) document.querySelector("#program details").open = false;
const reveal = () => {
  const step = location.hash.startsWith("#step-") && document.getElementById(location.hash.slice(1));
  if (step) {
    step.querySelector("details").open = true;
    step.scrollIntoView();
  }
};
window.addEventListener("hashchange", reveal);
reveal();
const told = JSON.parse(document.getElementById("run-data").textContent);
const fromFile = {
  classOf: (record) => `shot-${record}`,
  sizeOf: (record) => told.sizes[record],
  screenOf: (record) => (told.screens[record]
    ? Promise.resolve({ elements: told.screens[record].map((number) => ({ text: told.texts[number] })) }) : Promise.reject(new Error("not kept"))),
  callOf: (record) => Promise.resolve({ reply: told.replies[record] || "", messages: [] }),
};
if ((told.story.steps || []).length) {
  const { html, render } = htmPreact;
  render(html`<${window.agentprog.Scrub} story=${told.story} source=${fromFile} />`, document.getElementById("scrub"));
}
