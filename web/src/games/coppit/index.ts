// Coppit: a ring, a cross, a BOX for each colour, and hats that catch hats.
import type { Lesson, Mount } from "../board";
import "./palette.css";
import "./board.css";
import LESSONS from "./lessons.json";
import { Play } from "./play";

export const lessons = LESSONS as unknown as readonly Lesson[];

export const mount: Mount = (root, ctx) => new Play(root, ctx);
