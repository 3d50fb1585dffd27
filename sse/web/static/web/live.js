// A finished match that plays by itself: a few of its frames, from the first to the
// last. It rests while nobody looks, and does not begin for who wants no motion.

const PACE = 2500; // milliseconds

for (const show of document.querySelectorAll("[data-live]")) begin(show);

function begin(show) {
  const steps = show.dataset.steps.split(" ");
  const picture = show.querySelector("img");
  const button = show.querySelector("[data-pause]");
  let at = 0; // the frame that stands there already
  let isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  let isSeen = false;

  const address = (step) => show.dataset.frame.replace(/0\.svg$/, `${step}.svg`);
  const label = () => (button.textContent = isPlaying ? button.dataset.stop : button.dataset.go);

  async function turn() {
    if (!isPlaying || !isSeen || document.hidden) return;
    if (at === steps.length - 1) return stop();
    at += 1;
    const next = new Image();
    next.src = address(steps[at]);
    try {
      await next.decode();
    } catch {
      return;
    }
    picture.src = next.src;
    show.querySelector("[data-at]").textContent = steps[at];
  }

  function stop() {
    isPlaying = false;
    label();
  }

  new IntersectionObserver((seen) => (isSeen = seen[0].isIntersecting)).observe(show);
  button.addEventListener("click", () => {
    isPlaying = !isPlaying;
    if (isPlaying && at === steps.length - 1) at = -1; // once more, because it is wanted
    label();
    turn();
  });
  label();
  button.hidden = false;
  setInterval(turn, PACE);
}
