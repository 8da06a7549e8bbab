// Otrio: 27 slots for pegs and rings, everybody's stock, and what threatens.
import type { Mount } from "../board";
import "./palette.css";
import "./board.css";
import { Play } from "./play";

export { lessons } from "./lessons";

export const mount: Mount = (root, ctx) => new Play(root, ctx);
