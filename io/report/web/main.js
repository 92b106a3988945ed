// Builds the page: one choice of task and filter applies to table and chart.

let views, choices;  // of tasks; null among the choices: all tasks
let all = null, current = null;

const details = new Details(() => table.focusChosen());
const table = new ExperimentTable(openDetails);
const plot = new Plot();
const coordinates = new Coordinates(brush);
const timeline = new Timeline((view, row) => {
  details.show(view, row);
  element("details").scrollIntoView({block: "nearest"});
});

function openDetails(row) {
  const own = current.origin ? current.origin(row) : {view: current, row};
  details.show(own.view, own.row);
}

/// every: show also experiments that do not count.
function showView(choice, filter, every) {
  const view = choice || (all ??= viewOfAll(views));
  current = view;
  details.hide();
  [...element("views").children].forEach((b, i) => b.setAttribute("aria-pressed", choices[i] === choice));
  const example = view.varying.find((c) => !c.texts)?.name || "seconds";
  const help = [
    "Terms with blanks between them, such as", `${example}>=3`,
    "or status=done, compare with = != < <= > >=", "and ~ (contains); a plain word is searched in all texts."
  ];
  element("filter-help").textContent = help.join(" ");
  table.show(view);
  plot.show(view);
  coordinates.show(view);
  element("filter").value = filter;
  element("every").checked = every ?? nothingCounts(view);
  applyFilter();
}

function applyFilter() {
  const filter = element("filter").value, every = element("every").checked;
  const selected = selectRows(current, filter, every), {rows, problems} = selected;
  selected.settings = selectSettings(current, filter, every);
  const listed = current.listed ? " listed" : "";
  element("matches").textContent = rows.length === current.rows ?
      plural(rows.length, `${listed} experiment`.trim()) :
      `${countText(rows.length)} of ${plural(current.rows, `${listed} experiment`.trim())}`;
  element("listed").replaceChildren(...listedNote(current));
  element("filter-problems").textContent = problems.length > 0 ? `Left out: ${problems.join("; ")}` : "";
  element("filter").setAttribute("aria-invalid", problems.length > 0);
  element("left-out").textContent = selected.leftOut;
  table.setRows(rows);
  plot.setRows(selected);
  coordinates.setRows(rows, element("filter").value);
  writeFragment();
}

/// Names the experiments that the page lists, and the way to all of them; empty if it lists all.
function listedNote(view) {
  if (!view.listed) return [];
  const {listed, rows, total} = view, parts = [];
  if (listed.failed > 0) parts.push(`${countText(listed.failed)} that failed`);
  if (listed.best > 0) parts.push(`the ${countText(listed.best)} best by ${listed.metric}`);
  const kinds = parts.length > 0 ? `: ${parts.join(", ")}, and a sample` : ", a sample";
  const from = view.origin ? "experiments" : `${view.name}_all`, path = shellWord(about.store.path);
  return [
    `This page lists ${countText(rows)} of ${plural(total, "experiment")}${kinds}. ` +
        "The sections Results, Importance, Failures, Progress, Run and Timeline cover all experiments. All rows: ",
    node("code", {}, `icsweep query ${path} "SELECT * FROM ${from}"`)
  ];
}

/// Keeps the rows in this range of a column; all rows if it is open.
function brush(name, range) {
  const box = element("filter"), text = withRange(box.value, name, range);
  if (text === box.value) return;
  box.value = text;
  applyFilter();
}

function look(view, filter) {
  showView(view, filter);
  element("experiments").scrollIntoView();
  element("filter").focus({preventScroll: true});
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  element("theme").textContent = theme === "dark" ? "Light" : "Dark";
  element("theme").setAttribute("aria-label", `Change to ${theme === "dark" ? "light" : "dark"} colours`);
  if (!current) return;
  plot.redraw();
  coordinates.forget();
  timeline.draw();
  if (details.view) details.drawCurves();
}

/// Prepares the page for paper, which is light and narrower than the window.
function forPrint() {
  const theme = document.documentElement.dataset.theme;
  addEventListener("afterprint", () => setTheme(theme), {once: true});
  plot.start();
  setTheme("light");
  for (const chart of Object.values(Chart.instances)) chart.resize();
}

/// Shows the page's data, or new data in their place.
function showStore() {
  views = about.tasks.map(taskView);
  choices = views.length > 1 ? [...views, null] : views;
  all = current = null;
  const tallies = views.map(tally), total = sum(tallies);
  showHeader(total);
  showRun(total);
  showHosts();
  timeline.show(views);
  showLaunch();
  showProgress(views, tallies, look);
  showRungs(views);
  showFailures(views, look);
  showUnlearnt(views, look);
  if (about.live) element("results").before(element("progress"));  // a live page begins with what runs
  showResults(views);
  showImportances();
  showFigures();
  showProvenance(views);
  element("views").hidden = views.length < 2;
  element("views").replaceChildren(
      ...choices.map((c) => button(c ? c.name : "All tasks", () => showView(c, element("filter").value))));
  element("experiments").hidden = element("chart").hidden = views.length === 0;
  const link = (section) => node(
      "a", {href: `#${section.id}`, onclick: (e) => goTo(e, section)},
      section.id[0].toUpperCase() + section.id.slice(1));
  element("contents").replaceChildren(...[...document.querySelectorAll("main > section:not([hidden])")].map(link));
}

/// Scrolls to a section without changing the address, which describes the view.
function goTo(event, section) {
  event.preventDefault();
  section.scrollIntoView();
}

setTheme(document.documentElement.dataset.theme);
showStore();
if (views.length > 0) followFragment();
addEventListener("hashchange", () => location.hash.startsWith("#?") && followFragment());
element("filter").addEventListener("input", applyFilter);
element("every").addEventListener("change", applyFilter);
element("theme").addEventListener(
    "click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
addEventListener("beforeprint", forPrint);
startLive();
requestAnimationFrame(() => setTimeout(() => plot.start()));  // paints the table first
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => setTheme(e.matches ? "dark" : "light"));
