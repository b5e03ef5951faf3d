// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mark with data-pick opens and shows the element with this id.
"use strict";
function talosPick(id) {
  const chosen = document.getElementById(id);
  if (!chosen) return;
  chosen.open = true;
  location.hash = id;
  const summary = chosen.querySelector("summary");
  if (summary) summary.focus();
}
for (const mark of document.querySelectorAll("[data-pick]")) {
  mark.addEventListener("click", () => talosPick(mark.dataset.pick));
  mark.addEventListener("keydown", (event) => {
    if (event.key === "Enter") talosPick(mark.dataset.pick);
  });
}
// A link to a folded point opens it as well.
if (location.hash.length > 1) {
  const chosen = document.getElementById(location.hash.slice(1));
  if (chosen && chosen.tagName === "DETAILS") chosen.open = true;
}
