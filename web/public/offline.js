// As soon as the server is reached again, the page that was asked for: a network that is back need not lead there yet.
const LOOK_MS = 3000;

function look() {
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    () => location.reload(),
    () => {},
  );
}

addEventListener("online", look);
setInterval(look, LOOK_MS);
document.querySelector("button").addEventListener("click", () => location.reload());
