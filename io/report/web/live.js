// Keeps the page of `icsweep serve` up to date: its server sends news of the launch and of changed rows.

const askAgain = 5000;  // milliseconds, if the server has no room for a viewer or is gone

let isLost = false;  // true if the server does not answer
let stale = false;  // true if there are other rows than those shown

function startLive() {
  if (!about.live) return;
  document.addEventListener("visibilitychange", refresh);
  follow();
}

function follow() {
  const news = new EventSource("events");
  news.addEventListener("launch", (event) => {
    about.launch = JSON.parse(event.data);
    showLaunch();
  });
  news.addEventListener("rows", () => {
    stale = true;
    refresh();
  });
  news.addEventListener("open", () => {
    showLost(false);
    stale ||= !about.complete;  // the rest may have come before this connection
    refresh();
  });
  news.addEventListener("error", () => {
    showLost(true);
    if (news.readyState === EventSource.CLOSED) setTimeout(follow, askAgain);
  });
}

/// Loads new rows if there are any and the page is visible.
function refresh() {
  if (document.hidden || !stale) return;
  stale = false;
  loadData().catch(() => showLost(true));
}

function showLost(lost) {
  isLost = lost;
  const following = about.complete ? "" : " Importance and figures are being computed and will follow.";
  element("live").textContent =
      lost ? "icsweep serve does not answer: the page is not updated." : `This page updates itself.${following}`;
  element("live").classList.toggle("problem", lost);
}

/// Replaces the data; the reader's choices stay.
async function loadData() {
  const answer = await fetch("data"), fresh = await answer.json();
  const name = current === all ? null : current?.name, filter = element("filter").value, every = current ? everyAsked(current) : undefined,
        shown = details.view && [details.view.name, details.row];
  const {sorted, number, chosen} = table, focused = document.activeElement?.closest("#table tbody tr")?.dataset.row;
  ({about, numbers} = fresh);
  showStore();
  showLost(isLost);
  if (views.length === 0) return;
  showView(name === null && choices.includes(null) ? null : views.find((v) => v.name === name) || views[0], filter, every);
  table.resume(sorted, number, chosen);
  if (focused !== undefined) table.focusChosen(Number(focused));
  const view = shown && views.find((v) => v.name === shown[0]);
  if (view) details.show(view, shown[1], false);
}
