// Points as text: a column is a letter, a row a number from 1 at the bottom, as in gomocalc and Yixin.

import { options } from "./memory.js";

export const columnName = (x) => String.fromCharCode(97 + x);

// Returns a point as links and files have it.
export const written = ([x, y], size) => columnName(x) + (size - y);

// Returns the number of a row as the board shows it: from the top only where the person wants that.
export const rowName = (y, size) => (options.top ? y + 1 : size - y);

// Returns a point as the board and all its texts show it.
export const named = ([x, y], size) => columnName(x) + rowName(y, size);
