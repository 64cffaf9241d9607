// A game as an animated GIF, move by move.

import { BoardView } from "./board.js";
import { Gif, paletteOf } from "./gif.js";
import { canvasOf } from "./picture.js";

const PIXELS = 640;
const MOVE_MS = 700;
const END_MS = 4000; // the last position stays longer

// states: those of the positions, as `BoardView.render` takes them.
export async function gifOf(states) {
  const board = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  board.classList.add("drawing");
  board.setAttribute("aria-hidden", "true");
  document.body.append(board); // style sheets do not apply outside the page
  try {
    const view = new BoardView(board, null);
    const picture = async (state) => {
      view.render(state);
      board.querySelector(".wood").removeAttribute("rx"); // a GIF's corners have no half transparency
      const canvas = await canvasOf(board, PIXELS);
      return canvas.getContext("2d").getImageData(0, 0, PIXELS, PIXELS).data;
    };
    const last = states.at(-1);
    const gif = new Gif(PIXELS, PIXELS, paletteOf(await picture(states[0]), await picture(last)));
    for (const state of states) gif.add(await picture(state), state === last ? END_MS : MOVE_MS);
    return gif.finish();
  } finally {
    board.remove();
  }
}
