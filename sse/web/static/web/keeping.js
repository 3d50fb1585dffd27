// What somebody wrote here and could not send is kept in this tab, until they have logged
// in or loaded the page anew. Nobody else finds it.

const boxes = () => [...document.querySelectorAll("main textarea")];
const place = () => `written ${location.pathname} ${document.querySelector("header .me")?.textContent}`;

export const isDirty = () => boxes().some(isWritten);

export function keepTexts() {
  const texts = boxes().filter(isWritten).map((box) => [box.id, box.value]);
  if (texts.length) sessionStorage.setItem(place(), JSON.stringify(texts));
}

export function forgetTexts() {
  sessionStorage.removeItem(place());
}

export function putTextsBack() {
  const kept = JSON.parse(sessionStorage.getItem(place()) ?? "[]");
  forgetTexts();
  for (const [id, text] of kept) {
    const box = document.getElementById(id);
    if (box && !isWritten(box)) write(box, text); // what was typed before we listened stays
  }
}

function isWritten(box) {
  return box.value.trim() !== box.defaultValue.trim();
}

function write(box, text) {
  box.value = text;
  box.closest("details")?.setAttribute("open", "");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
