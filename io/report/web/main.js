// Builds the page: one choice of task and filter rules both table and chart.

const views = about.tasks.map(taskView);
const tallies = views.map(tally);
const total = sum(tallies);
const choices = views.length > 1 ? [...views, null] : views;  // null: all tasks, made when first asked for
let all = null, current = null;

const details = new Details(() => table.focusChosen());
const table = new ExperimentTable(openDetails);
const plot = new Plot();

function openDetails(row) {
  const own = current.origin ? current.origin(row) : {view: current, row};
  details.show(own.view, own.row);
}

function showView(choice, filter) {
  const view = choice || (all ??= viewOfAll(views));
  current = view;
  details.hide();
  [...element("views").children].forEach((b, i) => b.setAttribute("aria-pressed", choices[i] === choice));
  const example = view.varying.find((c) => !c.texts)?.name || "seconds";
  const help = [
    "Terms with blanks between them, such as", `${example}>=3`,
    "or status=done, compare with = != < <= > >=", "and ~ (contains); a plain word is looked for in all texts."
  ];
  element("filter-help").textContent = help.join(" ");
  table.show(view);
  plot.show(view);
  element("filter").value = filter;
  applyFilter();
}

function applyFilter() {
  const {rows, problems} = filterRows(element("filter").value, current);
  element("matches").textContent = rows.length === current.rows ?
      plural(rows.length, "experiment") :
      `${countText(rows.length)} of ${plural(current.rows, "experiment")}`;
  element("filter-problems").textContent = problems.length > 0 ? `Left out: ${problems.join("; ")}` : "";
  element("filter").setAttribute("aria-invalid", problems.length > 0);
  table.setRows(rows);
  plot.setRows(rows);
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

setTheme(document.documentElement.dataset.theme);
showHeader(total);
showRun(total);
showHosts(views);
showLaunch();
showProgress(views, tallies, look);
showFailures(views, look);
showUnlearnt(views, look);
showFigures();
showProvenance(views);
element("views").hidden = views.length < 2;
element("views").append(
    ...choices.map((c) => button(c ? c.name : "All tasks", () => showView(c, element("filter").value))));
if (views.length > 0) showView(views.reduce((a, b) => (b.rows > a.rows ? b : a)), "");
else element("experiments").hidden = element("chart").hidden = true;
for (const section of document.querySelectorAll("main > section:not([hidden])"))
  element("contents").append(node("a", {href: `#${section.id}`}, section.id[0].toUpperCase() + section.id.slice(1)));
element("filter").addEventListener("input", applyFilter);
element("theme").addEventListener(
    "click", () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
addEventListener("beforeprint", forPrint);
requestAnimationFrame(() => setTimeout(() => plot.start()));  // paint the table first
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (e) => setTheme(e.matches ? "dark" : "light"));
