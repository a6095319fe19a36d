import * as THREE from 'three';
import type { HeightAsset } from './assets';

interface Part { row: number; col: number; rows: number; cols: number }

/** Samples of a part of a field, every `stride`-th and always the last. */
function samples(first: number, count: number, stride: number): number[] {
  const all: number[] = [];
  for (let i = 0; i < count - 1; i += stride) all.push(first + i);
  all.push(first + count - 1);
  return all;
}

/** Triangles of a part of a height field, cells split from (row, col) to (row+1, col+1) as in the simulator. */
export function gridGeometry(field: HeightAsset, part: Part, stride: number): THREE.BufferGeometry {
  const rows = samples(part.row, part.rows, stride), cols = samples(part.col, part.cols, stride);
  const dx = field.sizeX / (field.cols - 1), dy = field.sizeY / (field.rows - 1);
  const height = (row: number, col: number) =>
    field.heights[Math.min(field.rows - 1, Math.max(0, row)) * field.cols + Math.min(field.cols - 1, Math.max(0, col))]!;
  const count = rows.length * cols.length;
  const position = new Float32Array(3 * count), normal = new Float32Array(3 * count), uv = new Float32Array(2 * count);
  let i = 0;
  for (const row of rows) for (const col of cols) {
    const x = col * dx - field.sizeX / 2, y = row * dy - field.sizeY / 2;
    const sx = (height(row, col - stride) - height(row, col + stride)) / (2 * stride * dx);
    const sy = (height(row - stride, col) - height(row + stride, col)) / (2 * stride * dy);
    const scale = 1 / Math.sqrt(sx * sx + sy * sy + 1);
    position[3 * i] = x; position[3 * i + 1] = y; position[3 * i + 2] = height(row, col);
    normal[3 * i] = sx * scale; normal[3 * i + 1] = sy * scale; normal[3 * i + 2] = scale;
    uv[2 * i] = x; uv[2 * i + 1] = y;
    i++;
  }
  const index = new Uint32Array(6 * (rows.length - 1) * (cols.length - 1));
  let at = 0;
  for (let row = 0; row < rows.length - 1; row++) for (let col = 0; col < cols.length - 1; col++) {
    const a = row * cols.length + col, b = a + 1, c = a + cols.length, d = c + 1;
    index[at++] = a; index[at++] = b; index[at++] = d; index[at++] = a; index[at++] = d; index[at++] = c;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(normal, 3));
  geometry.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  return geometry;
}

const tile_cells = 50;
const strides = [1, 2, 5, 10];

interface Tile { mesh: THREE.Mesh; part: Part; centre: THREE.Vector3; levels: (THREE.BufferGeometry | undefined)[]; level: number }

const eye = new THREE.Vector3();

/** A height field in tiles: full resolution near the camera, fewer triangles far away. */
export class TerrainMesh {
  readonly group = new THREE.Group();
  private readonly tiles: Tile[] = [];
  private readonly cell: number;

  constructor(private readonly field: HeightAsset, material: THREE.Material, userData: object) {
    this.cell = field.sizeX / (field.cols - 1);
    for (let row = 0; row < field.rows - 1; row += tile_cells) {
      for (let col = 0; col < field.cols - 1; col += tile_cells) {
        const part = { row, col, rows: Math.min(tile_cells + 1, field.rows - row), cols: Math.min(tile_cells + 1, field.cols - col) };
        const level = strides.length - 1;
        const geometry = gridGeometry(field, part, strides[level]!);
        const mesh = new THREE.Mesh(geometry, material);
        mesh.matrixAutoUpdate = false;
        mesh.receiveShadow = true;
        mesh.userData = userData;
        geometry.computeBoundingSphere();
        const levels: Tile['levels'] = [];
        levels[level] = geometry;
        this.tiles.push({ mesh, part, centre: geometry.boundingSphere!.center, levels, level });
        this.group.add(mesh);
      }
    }
  }

  /** Chooses the level of detail of each tile, so that a triangle is about `pixels` wide. True if tiles are still to be made. */
  update(camera: THREE.Vector3, pixelsAtOneMetre: number, pixels: number): boolean {
    this.group.worldToLocal(eye.copy(camera));
    // Making tiles takes time, so only a few per frame.
    let left = 6;
    let more = false;
    for (const tile of this.tiles) {
      const distance = Math.max(0.5, eye.distanceTo(tile.centre) - tile_cells * this.cell * 0.7);
      const wide = (this.cell * pixelsAtOneMetre) / distance;
      let level = 0;
      while (level < strides.length - 1 && wide * strides[level]! < pixels) level++;
      if (level === tile.level) continue;
      if (!tile.levels[level] && left-- <= 0) { more = true; continue; }
      tile.levels[level] ??= gridGeometry(this.field, tile.part, strides[level]!);
      tile.level = level;
      tile.mesh.geometry = tile.levels[level]!;
    }
    return more;
  }
}
