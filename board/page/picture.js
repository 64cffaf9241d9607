// The board as a picture: an SVG that needs no style sheet, or a PNG.

const PIXELS = 1200;
const STYLES = [
  ...["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity"],
  ...["font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"],
];

// Returns the drawing as text, every style written into its element.
function drawingOf(board) {
  const copy = board.cloneNode(true);
  const originals = board.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const name of STYLES) element.style.setProperty(name, style.getPropertyValue(name));
    element.removeAttribute("class");
  });
  copy.querySelectorAll(".cursor, .hover").forEach((element) => element.remove());
  for (const name of ["id", "role", "tabindex", "aria-busy"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", PIXELS);
  copy.setAttribute("height", PIXELS);
  // references are absolute in computed styles
  return new XMLSerializer().serializeToString(copy).replaceAll(/url\([^)#]*#([^)&"]*)(?:"|&quot;)?\)/g, "url(#$1)");
}

export function svgOf(board) {
  return new Blob([drawingOf(board)], { type: "image/svg+xml" });
}

export async function pngOf(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawingOf(board))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  canvas.getContext("2d").drawImage(image, 0, 0, PIXELS, PIXELS);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
