/** Draws a point cloud as seen from behind and above. */
import type { Colors } from './draw_scan';
import { clear, ringStep } from './draw_scan';

export interface PointField { name: string; offset: number; datatype: number; count: number }
export interface Cloud { width: number; height: number; fields: PointField[]; is_bigendian: boolean; point_step: number; row_step: number; data: Uint8Array }

const float32 = 7, float64 = 8;

/** x, y, z of the points with finite coordinates; at most `max`, evenly chosen. */
export function pointsOf(cloud: Cloud, max: number): Float32Array {
  const field = (name: string) => cloud.fields.find((f) => f.name === name);
  const [x, y, z] = [field('x'), field('y'), field('z')];
  const count = cloud.width * cloud.height;
  if (!x || !y || !z || cloud.data.length < count * cloud.point_step) return new Float32Array(0);
  const view = new DataView(cloud.data.buffer, cloud.data.byteOffset, cloud.data.byteLength), little = !cloud.is_bigendian;
  const read = (f: PointField, at: number) => (f.datatype === float64 ? view.getFloat64(at + f.offset, little) : f.datatype === float32 ? view.getFloat32(at + f.offset, little) : NaN);
  const stride = Math.max(1, Math.ceil(count / max)), out: number[] = [];
  for (let i = 0; i < count; i += stride) {
    const at = i * cloud.point_step;
    const px = read(x, at), py = read(y, at), pz = read(z, at);
    if (Number.isFinite(px + py + pz)) out.push(px, py, pz);
  }
  return new Float32Array(out);
}

export interface Eye { yaw: number; pitch: number }

export function drawCloud(context: CanvasRenderingContext2D, width: number, height: number, points: Float32Array, eye: Eye, ratio: number, colors: Colors): number {
  let reach = 1, low = Infinity, high = -Infinity;
  for (let i = 0; i < points.length; i += 3) {
    reach = Math.max(reach, Math.hypot(points[i]!, points[i + 1]!));
    low = Math.min(low, points[i + 2]!);
    high = Math.max(high, points[i + 2]!);
  }
  reach = Math.min(reach, 20);
  const step = ringStep(reach), scale = Math.min(width, height) / 2 / reach;
  const cx = width / 2, cy = height / 2, sy = Math.sin(eye.yaw), cyaw = Math.cos(eye.yaw), sp = Math.sin(eye.pitch), cp = Math.cos(eye.pitch);
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  clear(context, width, height, colors);
  context.translate(0, cy * (1 - sp));
  context.scale(1, sp);
  context.strokeStyle = colors.line;
  context.lineWidth = ratio;
  for (let r = step; r <= reach * 1.3; r += step) {
    context.beginPath();
    context.arc(cx, cy, r * scale, 0, 2 * Math.PI);
    context.stroke();
  }
  context.restore();
  context.fillStyle = colors.point;
  const size = 1.6 * ratio, span = Math.max(1e-3, high - low);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]! * cyaw - points[i + 1]! * sy, y = points[i]! * sy + points[i + 1]! * cyaw, z = points[i + 2]!;
    context.globalAlpha = 0.35 + 0.65 * ((z - low) / span);
    context.fillRect(cx - y * scale, cy - x * scale * sp - z * scale * cp, size, size);
  }
  context.globalAlpha = 1;
  return step;
}
