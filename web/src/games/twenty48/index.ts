// 2048: tiles that slide, merge and pop. The moves are queued, so that nobody is too fast for the network.
import type { Mount } from "../board";
import "./palette.css";
import "./board.css";
import "./motion.css";
import { Play } from "./play";

export { lessons } from "./lessons";

export const mount: Mount = (root, ctx) => new Play(root, ctx);
