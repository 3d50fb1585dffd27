// What somebody chose or typed before htmx listened is heard now: it is told once more.
// A browser may also bring back what was chosen before a page was loaded anew.

const FIELDS = "[hx-get], [hx-post]";

document.body.addEventListener("htmx:load", () => { // once htmx knows the whole page
  for (const asking of document.querySelectorAll(FIELDS)) {
    const from = /from:(#[\w-]+)/.exec(asking.getAttribute("hx-trigger") ?? "")?.[1];
    const place = from ? document.querySelector(from) : asking;
    const fields = place?.querySelectorAll("select, input, textarea") ?? [];
    const changed = [...fields].find(isChanged);
    changed?.dispatchEvent(new Event("change", { bubbles: true }));
  }
}, { once: true });

function isChanged(field) {
  if (field.type === "hidden") return false;
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.tagName !== "SELECT") return field.value !== field.defaultValue;
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(0, first);
}
