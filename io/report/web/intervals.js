// Intervals of the means in a chart.

const mostWhiskers = 40;  // per series; more points get a band

/// The mean's interval at each point: a band behind long lines, otherwise whiskers.
const intervals = {
  id: "intervals",
  beforeDatasetsDraw(chart) {
    chart.data.datasets.forEach((set, i) => {
      if (!chart.isDatasetVisible(i) || !set.band) return;
      const c = chart.ctx, known = set.data.filter((p) => p.half >= 0);
      if (known.length < 2) return;
      clipped(chart, () => {
        c.beginPath();
        for (const p of known) c.lineTo(...pixel(chart, p.x, p.y + p.half));
        for (const p of known.reverse()) c.lineTo(...pixel(chart, p.x, p.y - p.half));
        c.globalAlpha = 0.18;
        c.fillStyle = set.borderColor;
        c.fill();
      });
    });
  },
  afterDatasetsDraw(chart) {
    chart.data.datasets.forEach((set, i) => {
      if (!chart.isDatasetVisible(i) || set.band) return;
      const c = chart.ctx;
      clipped(chart, () => {
        c.strokeStyle = set.borderColor;
        c.lineWidth = 1.2;
        c.beginPath();
        for (const p of set.data) {
          if (!(p.half > 0)) continue;
          const [x, top] = pixel(chart, p.x, p.y + p.half), [, bottom] = pixel(chart, p.x, p.y - p.half);
          for (const y of [top, bottom]) c.moveTo(x - 4, y), c.lineTo(x + 4, y);
          c.moveTo(x, top);
          c.lineTo(x, bottom);
        }
        c.stroke();
      });
    });
  },
};

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

/// Enlarges the scales to contain the intervals of the means.
function fitIntervals(scales, sets, log) {
  let low = Infinity, high = -Infinity;
  for (const set of sets)
    for (const p of set.data) {
      if (!(p.half >= 0)) continue;
      if (!log || p.y - p.half > 0) low = Math.min(low, p.y - p.half);
      high = Math.max(high, p.y + p.half);
    }
  if (high > -Infinity) scales.y.suggestedMax = high;
  if (low < Infinity) scales.y.suggestedMin = low;
}
