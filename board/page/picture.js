// The board as a picture: an SVG that needs no style sheet, or a PNG.

const PIXELS = 1200;
const STYLES = [
  ...["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity"],
  ...["font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"],
];

// Returns the drawing as text, every style written into its element.
function drawingOf(board, pixels) {
  const copy = board.cloneNode(true);
  const originals = board.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) element.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.querySelectorAll(".cursor, .hover").forEach((element) => element.remove());
  copy.querySelectorAll("*").forEach((element) => element.removeAttribute("class"));
  for (const name of ["id", "role", "tabindex", "aria-busy"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", pixels);
  copy.setAttribute("height", pixels);
  // references are absolute in computed styles
  return new XMLSerializer().serializeToString(copy).replaceAll(/url\([^)#]*#([^)&"]*)(?:"|&quot;)?\)/g, "url(#$1)");
}

export function svgOf(board) {
  return new Blob([drawingOf(board, PIXELS)], { type: "image/svg+xml" });
}

export async function canvasOf(board, pixels) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(board, pixels))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  canvas.getContext("2d", { willReadFrequently: true }).drawImage(image, 0, 0, pixels, pixels);
  return canvas;
}

export async function pngOf(board) {
  const canvas = await canvasOf(board, PIXELS);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
