// The lines of the parallel coordinates, on a canvas.

const mostLines = 3000, lineColours = 6, axisWidth = 76, linesHeight = 320, topRoom = 40, bottomRoom = 22;

/// The height of a place between 0 and 1, in pixels from the top.
const lineY = (place) => topRoom + (1 - place) * (linesHeight - topRoom - bottomRoom);
const placeAt = (y) => 1 - (y - topRoom) / (linesHeight - topRoom - bottomRoom);
const isPlace = (p) => p >= 0 && p <= 1;  // excludes NaN and infinities

class Lines {
  constructor(canvas) { this.canvas = canvas; }

  /// Shows a view's rows; places: by axis, the place of each row on it.
  show(rows, places) { Object.assign(this, {rows, places, behind: null}); }

  /// Draws all rows faintly and the chosen ones in the colours of the last axis; returns the number of chosen ones
  /// drawn.
  draw(chosen, width) {
    this.layOut(width);
    this.behind ||= this.drawBehind();
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.drawImage(this.behind, 0, 0);
    const rows = chosenLines(chosen, mostLines);
    this.drawRows(pen, rows, true);
    return rows.length;
  }

  /// Adapts the canvas to the screen's pixels.
  layOut(width) {
    const ratio = devicePixelRatio || 1;
    this.x = this.places.map((_, i) => (i + 0.5) * width / this.places.length);
    if (this.width === width && this.ratio === ratio) return;
    Object.assign(this, {width, ratio, behind: null});
    Object.assign(this.canvas, {width: width * ratio, height: linesHeight * ratio});
    Object.assign(this.canvas.style, {width: `${width}px`, height: `${linesHeight}px`});
  }

  /// The axes and the lines of all experiments.
  drawBehind() {
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    Object.assign(canvas, {width: this.canvas.width, height: this.canvas.height});
    this.drawRows(pen, chosenLines(Uint32Array.from({length: this.rows}, (_, i) => i), mostLines / 3), false);
    pen.globalAlpha = 1;
    pen.strokeStyle = colour("--dim");
    pen.beginPath();
    for (const x of this.x) {
      pen.moveTo(x, lineY(0));
      pen.lineTo(x, lineY(1));
    }
    pen.stroke();
    return canvas;
  }

  /// In a few colours, with one path each.
  drawRows(pen, rows, coloured) {
    const last = this.places.at(-1), bins = Array.from({length: lineColours}, () => []);
    for (const row of last ? rows : [])
      bins[isPlace(last[row]) ? Math.min(lineColours - 1, Math.floor(last[row] * lineColours)) : 0].push(row);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.globalAlpha = coloured ? Math.max(0.12, Math.min(0.9, 120 / rows.length)) : 0.25;
    bins.forEach((bin, k) => {
      pen.strokeStyle = colour(coloured ? `--c${k}` : "--line");
      pen.beginPath();
      for (const row of bin) this.path(pen, row);
      pen.stroke();
    });
  }

  /// A row's line is interrupted at missing values.
  path(pen, row) {
    let broken = true;
    this.places.forEach((places, i) => {
      const p = places[row];
      if (isPlace(p)) broken ? pen.moveTo(this.x[i], lineY(p)) : pen.lineTo(this.x[i], lineY(p));
      broken = !isPlace(p);
    });
  }
}

/// At most `most` of the rows, chosen by a hash of their numbers, so that all parameters are represented evenly.
function chosenLines(rows, most) {
  if (rows.length <= most) return rows;
  const limit = 2 ** 32 * most / rows.length;
  return rows.filter((row) => (Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b) >>> 13) >>> 0 < limit);
}
