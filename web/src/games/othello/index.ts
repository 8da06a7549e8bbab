// Othello: its own board, and a study beside it.
import type { Mount } from "../board";
import "./palette.css";
import "./board.css";
import "./study.css";
import { Play } from "./play";

export { lessons } from "./lessons";

export const mount: Mount = (root, ctx) => new Play(root, ctx);
