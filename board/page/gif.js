// An encoder of animated GIFs, which every browser and messenger shows.

const COLOURS = 256;
const UNCHANGED = COLOURS - 1; // the index of pixels that stay as in the frame before
const CLEAR = COLOURS; // codes of the compression
const END = COLOURS + 1;
const MOST_CODES = 4096;
const LONGEST_BLOCK = 255;

// Returns the most frequent colours of RGBA pixels, those of five bits a channel taken together.
export function paletteOf(...pictures) {
  const found = new Map();
  for (const pixels of pictures) {
    for (let i = 0; i < pixels.length; i += 4) {
      const key = bucket(pixels, i);
      const sums = found.get(key) ?? [0, 0, 0, 0];
      sums[0] += 1;
      for (let part = 0; part < 3; part++) sums[part + 1] += pixels[i + part];
      found.set(key, sums);
    }
  }
  const frequent = [...found.values()].sort((a, b) => b[0] - a[0]).slice(0, UNCHANGED);
  return frequent.map(([count, ...sums]) => sums.map((sum) => Math.round(sum / count)));
}

const bucket = (pixels, i) => ((pixels[i] >> 3) << 10) | ((pixels[i + 1] >> 3) << 5) | (pixels[i + 2] >> 3);

export class Gif {
  // palette: colours [red, green, blue], for all frames.
  constructor(width, height, palette) {
    this.width = width;
    this.palette = palette;
    this.nearest = new Map(); // indices of the palette by bucket
    this.before = null; // the indices of the last frame
    this.parts = [ascii("GIF89a"), [...word(width), ...word(height), 0xf7, 0, 0]];
    const colours = [...palette, ...Array(COLOURS - palette.length).fill([0, 0, 0])];
    this.parts.push(colours.flat());
    this.parts.push([0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, ...word(0), 0]); // for ever
  }

  // Adds a frame of RGBA pixels, of which only the part that changed is written.
  add(pixels, ms) {
    const indices = this.indicesOf(pixels);
    const { x, y, width, height } = this.changed(indices);
    const part = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const at = (y + row) * this.width + x + column;
        const same = this.before && this.before[at] === indices[at];
        part[row * width + column] = same ? UNCHANGED : indices[at];
      }
    }
    this.before = indices;
    this.parts.push([0x21, 0xf9, 4, 0x05, ...word(Math.round(ms / 10)), UNCHANGED, 0]);
    this.parts.push([0x2c, ...word(x), ...word(y), ...word(width), ...word(height), 0, 8]);
    this.parts.push(...blocks(compressed(part)));
  }

  finish() {
    const bytes = [...this.parts, [0x3b]].map((part) => Uint8Array.from(part));
    return new Blob(bytes, { type: "image/gif" });
  }

  indicesOf(pixels) {
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length; i++) {
      const key = bucket(pixels, 4 * i);
      if (!this.nearest.has(key)) this.nearest.set(key, this.closest(pixels, 4 * i));
      indices[i] = this.nearest.get(key);
    }
    return indices;
  }

  closest(pixels, i) {
    let [best, least] = [0, Infinity];
    this.palette.forEach(([red, green, blue], index) => {
      const distance = (red - pixels[i]) ** 2 + (green - pixels[i + 1]) ** 2 + (blue - pixels[i + 2]) ** 2;
      if (distance < least) [best, least] = [index, distance];
    });
    return best;
  }

  // Returns the smallest rectangle with all pixels that differ from the last frame, at least one.
  changed(indices) {
    const { width, before } = this;
    const height = indices.length / width;
    if (!before) return { x: 0, y: 0, width, height };
    let [left, right, top, bottom] = [width, 0, height, 0];
    indices.forEach((index, i) => {
      if (index === before[i]) return;
      const [x, y] = [i % width, Math.floor(i / width)];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    });
    if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
    return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  }
}

const ascii = (text) => [...text].map((letter) => letter.charCodeAt(0));
const word = (number) => [number & 0xff, number >> 8];

// Returns the indices compressed by the LZW of GIF, with codes of 9 to 12 bits.
function compressed(indices) {
  const bytes = [];
  let [held, bits, size, next, codes] = [0, 0, 9, END + 1, new Map()];
  const put = (code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8) {
      bytes.push(held & 0xff);
      held >>= 8;
    }
  };
  put(CLEAR);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = (prefix << 8) | indices[i];
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next === MOST_CODES) {
      put(CLEAR);
      [size, next, codes] = [9, END + 1, new Map()];
    } else {
      if (next >= 1 << size) size++;
      codes.set(key, next++);
    }
    prefix = indices[i];
  }
  put(prefix);
  put(END);
  if (bits) bytes.push(held & 0xff);
  return bytes;
}

function* blocks(bytes) {
  for (let i = 0; i < bytes.length; i += LONGEST_BLOCK) {
    const part = bytes.slice(i, i + LONGEST_BLOCK);
    yield [part.length, ...part];
  }
  yield [0];
}
