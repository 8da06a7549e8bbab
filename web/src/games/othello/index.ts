// Othello: its own board, and a study beside it.
import type { Mount } from "../board";
import "./board.css";
import { Game } from "./game";

export { lessons } from "./lessons";

export const mount: Mount = (root, ctx) => new Game(root, ctx);
