// Looks again while something is being made, and shows what is new of `#news`. Where
// there is no such part any more, or a file instead of a page, the page comes anew.

const PACE = 2000; // milliseconds
const news = document.getElementById("news");

if (news.dataset.waits) setTimeout(look, PACE);

async function look() {
  try {
    const answer = await fetch(location.href);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    const text = isPage ? await answer.text() : "";
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("news");
    if (!fresh) return location.reload();
    news.dataset.waits = fresh.dataset.waits;
    if (news.innerHTML !== fresh.innerHTML) news.replaceChildren(...fresh.childNodes);
  } catch {
    // no connection just now
  }
  if (news.dataset.waits) setTimeout(look, PACE);
}
