// Steps through a game: without it the steps stand below each other.
"use strict";
document.documentElement.classList.add("scripted"); // before anything is shown: one step then, and room for the buttons
document.addEventListener("DOMContentLoaded", () => {
  const lists = document.querySelectorAll(".steps");
  for (const list of lists) {
    const steps = [...list.children];
    list.classList.add("led");
    if (steps.length < 2) continue;
    let at = Math.max(0, steps.findIndex((step) => "#" + step.id === location.hash));
    if (!location.hash) at = steps.length - 1;
    let isOne = true;
    const bar = document.createElement("div");
    bar.className = "controls";
    const count = document.createElement("span");
    count.setAttribute("aria-live", "polite");
    const buttons = {};
    const button = (name, act) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = list.dataset[name];
      made.addEventListener("click", act);
      buttons[name] = made;
      bar.append(made);
    };
    const show = (to) => {
      at = Math.min(Math.max(to, 0), steps.length - 1);
      steps.forEach((step, place) => { step.hidden = isOne && place !== at; });
      buttons.first.disabled = buttons.back.disabled = !isOne || at === 0;
      buttons.on.disabled = buttons.last.disabled = !isOne || at === steps.length - 1;
      buttons.all.textContent = isOne ? list.dataset.all : list.dataset.one;
      count.textContent = isOne ? `${at + 1} / ${steps.length}` : "";
    };
    button("first", () => show(0));
    button("back", () => show(at - 1));
    bar.append(count);
    button("on", () => show(at + 1));
    button("last", () => show(steps.length - 1));
    button("all", () => { isOne = !isOne; show(at); });
    list.before(bar);
    document.addEventListener("keydown", (event) => {
      if (lists.length > 1 && !list.parentElement.contains(document.activeElement)) return;
      if (!isOne || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === "ArrowLeft") show(at - 1);
      if (event.key === "ArrowRight") show(at + 1);
    });
    let from = null;
    list.addEventListener("touchstart", (event) => { from = event.touches[0].clientX; }, { passive: true });
    list.addEventListener("touchend", (event) => {
      const moved = event.changedTouches[0].clientX - from;
      if (isOne && Math.abs(moved) > 50) show(at + (moved < 0 ? 1 : -1));
    });
    show(at);
  }
});
