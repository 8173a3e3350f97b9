"use strict";
document.addEventListener("click", (event) => {
  const fold = event.target.closest("[data-fold]");
  if (fold) {
    for (const part of document.querySelectorAll("#timeline details")) part.open = fold.dataset.fold === "open";
    return;
  }
  const shot = event.target.closest(".shot");
  if (shot) shot.classList.toggle("large");
});
if (matchMedia("(max-width: 860px)").matches) document.querySelector("#program details").open = false;
const reveal = () => {
  const step = location.hash.startsWith("#step-") && document.getElementById(location.hash.slice(1));
  if (step) step.querySelector("details").open = true;
};
window.addEventListener("hashchange", reveal);
reveal();
