"""Loads every SVG in Chromium and compares it with what other renderers made of it: pictures_render.py SVGS RENDERED..."""
import base64
import pathlib
import sys
import tempfile

from browser import Page

# Draws an image of a data address 200 pixels wide on white, and returns the darkness of each pixel.
pixels = """
const [address, done] = arguments, image = new Image();
image.onerror = () => done(null);
image.onload = () => {
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
  canvas.width = 200, canvas.height = Math.round(200 * image.naturalHeight / image.naturalWidth);
  context.fillStyle = 'white', context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const data = context.getImageData(0, 0, canvas.width, canvas.height).data, dark = [];
  for (let i = 0; i < data.length; i += 4) dark.push(255 - (data[i] + data[i + 1] + data[i + 2]) / 3);
  done(dark);
};
image.src = address;
"""
width, block = 200, 20
# Texts and edges differ a little. A picture without its curves or texts differs by more.
most_difference = 0.4


def address(path, kind):
    return f"data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def difference(one, other):
    """The difference of darkness in squares of pixels, relative to the whole darkness."""
    assert abs(len(one) - len(other)) <= 2 * width, f"{len(one)} and {len(other)} pixels"

    def squares(dark):
        sums = [0] * (width // block * (1 + max(len(one), len(other)) // width // block))
        for i, darkness in enumerate(dark):
            sums[i % width // block + width // block * (i // width // block)] += darkness
        return sums

    return sum(abs(x - y) for x, y in zip(squares(one), squares(other))) / max(1, sum(one))


svgs, renderers = pathlib.Path(sys.argv[1]), [pathlib.Path(name) for name in sys.argv[2:]]
with tempfile.NamedTemporaryFile(suffix=".html") as empty, Page(empty.name) as page:
    page.driver.set_script_timeout(30)
    worst = 0
    for svg in sorted(svgs.glob("*.svg")):
        drawn = page.driver.execute_async_script(pixels, address(svg, "svg+xml"))
        assert drawn, f"Chromium does not open {svg.name}"
        assert sum(drawn) > 255 * 100, f"Chromium draws nothing for {svg.name}"
        for folder in renderers:
            for png in folder.glob(svg.stem + "-800.png"):
                found = difference(page.driver.execute_async_script(pixels, address(png, "png")), drawn)
                worst = max(worst, found)
                print(f"{svg.stem}: {found:.2f}")
                assert found < most_difference, f"{svg.name}: Chromium and {folder.name} differ by {found:.2f}"
    print(f"the renderers differ by at most {worst:.2f}")
