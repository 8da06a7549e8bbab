// Shapes on a canvas.

type Canvas = CanvasRenderingContext2D;

export function disc(ctx: Canvas, x: number, y: number, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(radius, 0), 0, 2 * Math.PI);
  ctx.fill();
}

export function box(ctx: Canvas, x: number, y: number, width: number, height: number, corner: number): void {
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, corner);
  ctx.fill();
}
