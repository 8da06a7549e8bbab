// As soon as the network is back, the page that was asked for.
addEventListener("online", () => location.reload());
document.querySelector("button").addEventListener("click", () => location.reload());
