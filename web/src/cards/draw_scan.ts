/** Draws a scan from above; forward is up. */

export interface Scan { angle_min: number; angle_increment: number; range_min: number; range_max: number; ranges: ArrayLike<number> }
export interface Colors { back: string; line: string; near: string; point: string; text: string; robot: string }

const near_metres = 0.6;

/** A round distance between rings, so that about two are visible. */
export function ringStep(reach: number): number {
  const rough = reach / 2.5, power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((d) => d * power).find((d) => d >= rough * 0.75) ?? 10 * power;
}

/** The distance that contains most of the points. */
export function reachOf(scan: Scan): number {
  const good = Array.from(scan.ranges).filter((r) => r >= scan.range_min && r <= scan.range_max && Number.isFinite(r)).sort((a, b) => a - b);
  if (good.length === 0) return Math.min(scan.range_max, 5) || 5;
  return Math.min(scan.range_max, Math.max(1, good[Math.floor(good.length * 0.9)]! * 1.1));
}

export function clear(context: CanvasRenderingContext2D, width: number, height: number, colors: Colors): void {
  context.fillStyle = colors.back;
  context.fillRect(0, 0, width, height);
}

function drawRings(context: CanvasRenderingContext2D, width: number, height: number, scale: number, step: number, ratio: number, colors: Colors): void {
  const cx = width / 2, cy = height / 2;
  clear(context, width, height, colors);
  context.strokeStyle = colors.line;
  context.lineWidth = ratio;
  for (let r = step; r * scale < Math.hypot(width, height) / 2; r += step) {
    context.beginPath();
    context.arc(cx, cy, r * scale, 0, 2 * Math.PI);
    context.stroke();
  }
}

export function drawLabel(context: CanvasRenderingContext2D, words: string, height: number, ratio: number, colors: Colors): void {
  context.font = `${11 * ratio}px "Atkinson Hyperlegible Mono"`;
  const { width } = context.measureText(words);
  context.fillStyle = colors.back;
  context.fillRect(3 * ratio, height - 18 * ratio, width + 6 * ratio, 16 * ratio);
  context.fillStyle = colors.text;
  context.textAlign = 'left';
  context.fillText(words, 6 * ratio, height - 6 * ratio);
}

export function drawRobot(context: CanvasRenderingContext2D, cx: number, cy: number, ratio: number, colors: Colors): void {
  context.fillStyle = colors.robot;
  context.beginPath();
  context.moveTo(cx, cy - 7.5 * ratio);
  context.lineTo(cx + 5 * ratio, cy + 5.5 * ratio);
  context.lineTo(cx, cy + 3 * ratio);
  context.lineTo(cx - 5 * ratio, cy + 5.5 * ratio);
  context.fill();
}

/** Returns the distance between rings. */
export function drawScan(context: CanvasRenderingContext2D, width: number, height: number, scan: Scan, reach: number, ratio: number, colors: Colors): number {
  const scale = Math.min(width, height) / 2 / reach, step = ringStep(reach);
  drawRings(context, width, height, scale, step, ratio, colors);
  const size = 2.5 * ratio, cx = width / 2, cy = height / 2;
  for (let i = 0; i < scan.ranges.length; i++) {
    const d = scan.ranges[i]!;
    if (!(d >= scan.range_min && d <= scan.range_max)) continue;
    const a = scan.angle_min + i * scan.angle_increment;
    context.fillStyle = d < near_metres ? colors.near : colors.point;
    context.fillRect(cx - Math.sin(a) * d * scale - size / 2, cy - Math.cos(a) * d * scale - size / 2, size, size);
  }
  drawRobot(context, cx, cy, ratio, colors);
  return step;
}
