/** Converts ROS images to the browser's ImageData. */

export interface RosImage { width: number; height: number; encoding: string; is_bigendian: number; step: number; data: Uint8Array }

const channels: Record<string, [number, number, number, number]> = {
  // Bytes per pixel, and the offsets of red, green and blue.
  rgb8: [3, 0, 1, 2], bgr8: [3, 2, 1, 0], rgba8: [4, 0, 1, 2], bgra8: [4, 2, 1, 0], mono8: [1, 0, 0, 0], '8UC1': [1, 0, 0, 0], '8UC3': [3, 2, 1, 0],
};

function readDepth(image: RosImage): Float32Array {
  const { width, height, step, data, encoding } = image;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength), little = !image.is_bigendian;
  const out = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * step;
      out[y * width + x] = encoding === '32FC1' ? view.getFloat32(at + 4 * x, little) : view.getUint16(at + 2 * x, little);
    }
  }
  return out;
}

/** Depth images: near is light, far is dark, no measurement is black. */
function drawDepth(image: RosImage, out: Uint8ClampedArray): void {
  const depth = readDepth(image);
  let near = Infinity, far = 0;
  for (const d of depth) if (d > 0 && Number.isFinite(d)) { near = Math.min(near, d); far = Math.max(far, d); }
  const span = Math.max(1e-6, Math.log(far / near));
  depth.forEach((d, i) => {
    const shade = d > 0 && Number.isFinite(d) ? 240 - 200 * (Math.log(d / near) / span) : 0;
    out.set([shade, shade, shade, 255], 4 * i);
  });
}

/** Null if the encoding is unknown. */
export function imageData(image: RosImage): ImageData | null {
  const { width, height, step, data, encoding } = image;
  if (!(width > 0 && height > 0 && data.length >= step * height)) return null;
  const out = new Uint8ClampedArray(4 * width * height);
  if (encoding === '32FC1' || encoding === '16UC1' || encoding === 'mono16') drawDepth(image, out);
  else {
    const [size, r, g, b] = channels[encoding] ?? [0, 0, 0, 0];
    if (size === 0) return null;
    for (let y = 0, to = 0; y < height; y++) {
      for (let x = 0, from = y * step; x < width; x++, from += size, to += 4) {
        out[to] = data[from + r]!;
        out[to + 1] = data[from + g]!;
        out[to + 2] = data[from + b]!;
        out[to + 3] = 255;
      }
    }
  }
  return new ImageData(out, width, height);
}
