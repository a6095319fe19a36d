import * as THREE from 'three';

/** Textures painted by the page: the floor's grid, and the grounds' close-up structure. */

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function paint(size: number, draw: (x: CanvasRenderingContext2D, next: () => number) => void): THREE.CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  draw(canvas.getContext('2d', { willReadFrequently: true })!, random(7));
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 8;
  return texture;
}

function speckle(x: CanvasRenderingContext2D, next: () => number, count: number, max: number, alpha: number): void {
  const size = x.canvas.width;
  for (let i = 0; i < count; i++) {
    x.fillStyle = next() < 0.5 ? `rgba(0,0,0,${alpha * next()})` : `rgba(255,255,255,${alpha * next()})`;
    const r = 0.5 + next() * max;
    const px = next() * size, py = next() * size;
    // Repeated at the opposite edges, so that tiles match.
    for (const dx of [0, -size, size]) for (const dy of [0, -size, size]) {
      if (px + dx > -r && px + dx < size + r && py + dy > -r && py + dy < size + r) {
        x.beginPath();
        x.ellipse(px + dx, py + dy, r, r * (0.6 + 0.4 * next()), next() * 3, 0, 7);
        x.fill();
      }
    }
  }
}

/** Sealed concrete with a line every metre; covers 4 m. */
export function floorTexture(): THREE.Texture {
  return paint(1024, (x, next) => {
    x.fillStyle = '#fff';
    x.fillRect(0, 0, 1024, 1024);
    speckle(x, next, 700, 26, 0.014);
    speckle(x, next, 2600, 3, 0.035);
    x.fillStyle = 'rgba(70, 84, 96, .17)';
    for (let i = 0; i < 4; i++) {
      x.fillRect(i * 256 - 1, 0, 3, 1024);
      x.fillRect(0, i * 256 - 1, 1024, 3);
    }
  });
}

export type GroundKind = 'gravel' | 'grass' | 'soil' | 'plain';

export function groundKind(...names: string[]): GroundKind {
  const all = names.join(' ').toLowerCase();
  if (/gravel|stone|rock|rubble|cloddy/.test(all)) return 'gravel';
  if (/grass|lawn|meadow|turf/.test(all)) return 'grass';
  if (/sand|loam|clay|soil|snow|regolith|mars|lunar|drift|dirt|mud/.test(all)) return 'soil';
  return 'plain';
}

const grounds = new Map<GroundKind, THREE.Texture>();

/** Multiplied by the ground's colour; covers 1 m. */
export function groundTexture(kind: GroundKind): THREE.Texture {
  let texture = grounds.get(kind);
  if (!texture) {
    texture = paint(512, (x, next) => {
      x.fillStyle = kind === 'gravel' ? '#cfcfcf' : '#f2f2f2';
      x.fillRect(0, 0, 512, 512);
      if (kind === 'gravel') stones(x, next);
      else if (kind === 'grass') blades(x, next);
      else if (kind === 'soil') { speckle(x, next, 500, 16, 0.07); speckle(x, next, 9000, 1.6, 0.2); }
      else speckle(x, next, 3000, 4, 0.06);
    });
    grounds.set(kind, texture);
  }
  return texture;
}

function stones(x: CanvasRenderingContext2D, next: () => number): void {
  for (let i = 0; i < 1500; i++) {
    const px = next() * 512, py = next() * 512, r = 4 + next() * 12, light = 130 + next() * 125, turn = next() * 6;
    for (const dx of [0, -512, 512]) for (const dy of [0, -512, 512]) {
      if (px + dx < -20 || px + dx > 532 || py + dy < -20 || py + dy > 532) continue;
      x.save();
      x.translate(px + dx, py + dy);
      x.rotate(turn);
      x.fillStyle = 'rgba(0,0,0,.35)';
      x.beginPath();
      x.ellipse(1.5, 2, r, r * 0.75, 0, 0, 7);
      x.fill();
      x.fillStyle = `rgb(${light},${light},${light * 0.98})`;
      x.beginPath();
      for (let k = 0; k < 6; k++) {
        const a = k * 1.047, q = r * (0.75 + 0.25 * Math.abs(Math.sin(i * 3.7 + k * 2.1)));
        x.lineTo(Math.cos(a) * q, Math.sin(a) * q * 0.78);
      }
      x.fill();
      x.restore();
    }
  }
}

function blades(x: CanvasRenderingContext2D, next: () => number): void {
  x.lineWidth = 2.2;
  for (let i = 0; i < 6000; i++) {
    const px = next() * 512, py = next() * 512, length = 8 + next() * 18, turn = next() * 6.3;
    const light = 120 + next() * 135;
    x.strokeStyle = `rgba(${light * 0.9},${light},${light * 0.72},.75)`;
    for (const dx of [0, -512, 512]) for (const dy of [0, -512, 512]) {
      if (px + dx < -30 || px + dx > 542 || py + dy < -30 || py + dy > 542) continue;
      x.beginPath();
      x.moveTo(px + dx, py + dy);
      x.lineTo(px + dx + Math.cos(turn) * length, py + dy + Math.sin(turn) * length);
      x.stroke();
    }
  }
}
