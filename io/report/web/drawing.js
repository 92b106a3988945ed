// Charts by Chart.js: colours, axes, intervals.

const seriesColours = 7, shapes = ["circle", "rect", "triangle", "rectRot", "cross", "star"];
const seriesColour = (i) => colour(`--s${i % seriesColours}`);

Chart.defaults.font.family = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
Chart.defaults.animation = false;

/// Labels a logarithmic axis's ticks only at 1, 2 and 5.
function tickText(value) {
  if (this.type !== "logarithmic") return numberText(Number(value.toPrecision(12)));
  const lead = Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
  return [1, 2, 5].includes(lead) ? numberText(value) : "";
}

/// A scale of a chart. `texts`, if set, are the texts that x indexes; with `whole`, ticks are only at whole numbers.
function scale(title, log, {texts = null, whole = false} = {}) {
  const type = log ? "logarithmic" : "linear";
  const ticks = {color: colour("--dim"), callback: tickText, maxRotation: 40};
  const made = {
    type,
    title: {display: title !== "", text: title, color: colour("--text")},
    ticks,
    grid: {color: colour("--line"), borderColor: colour("--dim")}
  };
  if (whole) ticks.precision = 0;
  if (!texts) return made;
  return {
    ...made,
    type: "linear",
    min: -0.5,
    max: texts.length - 0.5,
    ticks: {
      ...ticks,
      stepSize: 1,
      autoSkip: texts.length > 40,
      callback: (i) => {
        const t = texts[i] ?? "";
        return t.length > 24 ? `${t.slice(0, 23)}…` : t;
      }
    }
  };
}

/// One series: points {x, y, half, n}.
function dataset(label, points, i, line) {
  const long = points.length > mostWhiskers, own = seriesColour(i);
  return {
    label,
    data: points,
    borderColor: own,
    backgroundColor: own,
    showLine: line,
    band: line && long,
    borderWidth: 1.6,
    borderDash: [[], [6, 3], [2, 2]][Math.floor(i / seriesColours) % 3],
    pointStyle: shapes[i % shapes.length],
    pointRadius: line && long ? 0 :
        points.length > 500   ? 1.5 :
                                3.5,
    pointHitRadius: 6,
  };
}

/// A chart in a canvas; tooltip(point) returns its lines.
function draw(canvas, sets, scales, {legend = "", tooltip = null} = {}) {
  const text = colour("--text"), options = {
    responsive: true,
    maintainAspectRatio: false,
    parsing: false,
    normalized: false,
    events: tooltip ? undefined : [],
    scales,
    interaction: {mode: "nearest", intersect: true},
    plugins: {
      legend: {
        display: legend !== "",
        position: "top",
        align: "start",
        title: {display: true, text: legend, color: text, position: "start"},
        labels: {color: text, usePointStyle: true, boxHeight: 7}
      },
      tooltip: {enabled: tooltip !== null, callbacks: tooltip || {}},
    },
  };
  return new Chart(canvas, {type: "scatter", data: {datasets: sets}, options, plugins: [intervals]});
}
