// Any game: what its view says as lists and tables, and its legal moves as a list to choose from.
import type { Mount } from "../board";
import "./board.css";
import { Play } from "./play";

export const mount: Mount = (root, ctx) => new Play(root, ctx);
