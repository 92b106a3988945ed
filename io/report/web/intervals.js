// Intervals of the means in a chart.

const mostWhiskers = 40;  // per series; more points get a band

/// The mean's interval at each point: a band behind long lines, otherwise whiskers. Means of few experiments have these
/// as dots.
const intervals = {
  id: "intervals",
  beforeDatasetsDraw(chart) {
    chart.data.datasets.forEach((set, i) => {
      if (!chart.isDatasetVisible(i)) return;
      clipped(chart, () => {
        drawDots(chart, set);
        if (set.band) drawBand(chart, set);
      });
    });
  },
  afterDatasetsDraw(chart) {
    chart.data.datasets.forEach((set, i) => {
      if (chart.isDatasetVisible(i) && !set.band) clipped(chart, () => drawWhiskers(chart, set));
    });
  },
};

function drawDots(chart, set) {
  const c = chart.ctx;
  c.globalAlpha = 0.5;
  c.fillStyle = set.borderColor;
  for (const p of set.data)
    for (const seed of p.seeds || []) {
      c.beginPath();
      c.arc(...pixel(chart, p.x, seed), set.band ? 1.2 : 2.5, 0, 7);
      c.fill();
    }
  c.globalAlpha = 1;
}

function drawBand(chart, set) {
  const c = chart.ctx, known = set.data.filter((p) => p.half >= 0 && !p.seeds);
  if (known.length < 2) return;
  c.beginPath();
  for (const p of known) c.lineTo(...pixel(chart, p.x, p.y + p.half));
  for (const p of known.reverse()) c.lineTo(...pixel(chart, p.x, p.y - p.half));
  c.globalAlpha = 0.18;
  c.fillStyle = set.borderColor;
  c.fill();
}

/// A whisker that leaves the chart ends in an arrow.
function drawWhiskers(chart, set) {
  const c = chart.ctx, {top, bottom} = chart.chartArea;
  c.strokeStyle = set.borderColor;
  c.lineWidth = 1.2;
  c.beginPath();
  for (const p of set.data) {
    if (!(p.half > 0) || p.seeds) continue;
    for (const [sign, edge] of [[1, top], [-1, bottom]]) {
      const [x, end] = pixel(chart, p.x, p.y + sign * p.half), [, from] = pixel(chart, p.x, p.y);
      const beyond = sign > 0 ? end < edge : end > edge, y = beyond ? edge + sign : end;
      c.moveTo(x, from), c.lineTo(x, y);
      if (beyond) c.moveTo(x - 4, y + 6 * sign), c.lineTo(x, y), c.lineTo(x + 4, y + 6 * sign);
      else c.moveTo(x - 4, y), c.lineTo(x + 4, y);
    }
  }
  c.stroke();
}

/// On a logarithmic axis, values that are not positive are below the chart.
function pixel(chart, x, y) {
  const {x: across, y: up} = chart.scales, below = up.type === "logarithmic" && y <= 0;
  return [across.getPixelForValue(x), below ? chart.chartArea.bottom + 20 : up.getPixelForValue(y)];
}

/// Draws inside the chart, with room for a whisker at the first and last x.
function clipped(chart, draw) {
  const {left, top, width, height} = chart.chartArea;
  chart.ctx.save();
  chart.ctx.beginPath();
  chart.ctx.rect(left - 6, top, width + 12, height);
  chart.ctx.clip();
  draw();
  chart.ctx.restore();
}

/// Enlarges the scales to contain the means' experiments, and towards the ends of their intervals by at most a share of
/// the width, as in pictures (io/figures/axis.hpp).
function fitIntervals(scales, sets, log) {
  const on = (y) => (log ? Math.log10(y) : y), back = (v) => (log ? 10 ** v : v), usable = (y) => !log || y > 0;
  let low = Infinity, high = -Infinity, least = Infinity, most = -Infinity;
  for (const {y, half, seeds} of sets.flatMap((set) => set.data)) {
    for (const value of [y, ...(seeds || [])])
      if (usable(value)) low = Math.min(low, on(value)), high = Math.max(high, on(value));
    if (!(half >= 0) || seeds) continue;
    least = Math.min(least, usable(y - half) ? on(y - half) : -Infinity), most = Math.max(most, on(y + half));
  }
  if (!(low <= high)) return;
  const room = Math.max(about.intervals.share * (high - low), log ? 0.15 : 0.05 * Math.abs(high));
  scales.y.suggestedMin = back(Math.min(low, Math.max(least, low - room)));
  scales.y.suggestedMax = back(Math.max(high, Math.min(most, high + room)));
}
