// Puyo: both fields on a canvas, in turns or on the clock.
import type { Mount } from "../board";
import "./palette.css";
import "./board.css";
import { Play } from "./play";

export { BUTTONS as buttons } from "./clockwork";
export { KEYS as keys } from "./hands";
export { lessons } from "./lessons";

export const mount: Mount = (root, ctx) => new Play(root, ctx);
