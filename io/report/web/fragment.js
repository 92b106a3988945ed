// The page's address describes the view, so that it can be shared: #?task=augmented&filter=depth%3E%3D3&y=s:test_mse

let fragmentTimer = null;

/// The choices in the address, by name; empty without such an address.
function readFragment() {
  return location.hash.startsWith("#?") ? Object.fromEntries(new URLSearchParams(location.hash.slice(2))) : {};
}

/// The present view; choices that equal the page's own are left out.
function fragmentText() {
  const asked = new URLSearchParams(), filter = element("filter").value.trim();
  if (views.length > 1) asked.set("task", current.name);
  if (filter) asked.set("filter", filter);
  const own = defaultChoice(current), chosen = plot.axes.made[current.name] || own;
  const every = everyAsked(current);
  if (every !== undefined) asked.set("all", String(every));
  for (const name of [...axisChoices, ...checkChoices])
    if (chosen[name] !== own[name]) asked.set(name, String(chosen[name]));
  const names = coordinates.names[current.name];
  if (names && names.join() !== defaultAxes(current).join()) asked.set("axes", names.join());
  return asked.size === 0 ? "" : `#?${asked}`;
}

/// Waits a moment, since browsers slow down pages that change their address with every letter.
function writeFragment() {
  clearTimeout(fragmentTimer);
  fragmentTimer = setTimeout(() => {
    const text = fragmentText();
    if (text !== location.hash && (text || location.hash.startsWith("#?")))
      history.replaceState(null, "", text || location.pathname + location.search);
  }, 250);
}

/// Shows the view in the address; by default the largest task.
function followFragment() {
  const asked = readFragment(), largest = views.reduce((a, b) => (b.rows > a.rows ? b : a));
  const choice =
      asked.task === "All tasks" && choices.includes(null) ? null : views.find((v) => v.name === asked.task) || largest;
  const view = choice || (all ??= viewOfAll(views)), kept = defaultChoice(view);
  for (const name of axisChoices) kept[name] = asked[name] ?? kept[name];
  for (const name of checkChoices) kept[name] = name in asked ? asked[name] === "true" : kept[name];
  plot.axes.made[view.name] = kept;
  if (asked.axes) coordinates.names[view.name] = asked.axes.split(",");
  const everySweep = asked.planned === "false" || asked.done === "false";  // addresses of earlier versions
  showView(choice, asked.filter || "", "all" in asked ? asked.all === "true" : everySweep || undefined);
}
