import * as THREE from 'three';
import { fileAddress } from '../store/server';
import { loading, type Material } from '../store/scene';

/** A mesh file of docs/reference/view.md: "SFM1". */
export interface MeshAsset { geometry: THREE.BufferGeometry; materials: Material[] }
/** A height file: "SFH1". Row-major, rows along y, columns along x, centred. */
export interface HeightAsset { rows: number; cols: number; sizeX: number; sizeY: number; heights: Float32Array }

const meshes = new Map<string, Promise<MeshAsset>>();
const heights = new Map<string, Promise<HeightAsset>>();
const textures = new Map<string, THREE.Texture>();

let wanted = 0, arrived = 0;

/** Fetches files and counts those still missing, for the loading message. */
async function fetchBytes(name: string): Promise<ArrayBuffer> {
  wanted++;
  const count = () => { loading.value = arrived === wanted ? '' : `${arrived} of ${wanted} meshes`; };
  count();
  try {
    const answer = await fetch(fileAddress(name));
    if (!answer.ok) throw new Error(`${name}: HTTP ${answer.status}`);
    return await answer.arrayBuffer();
  } finally {
    arrived++;
    count();
  }
}

function once<T>(map: Map<string, Promise<T>>, name: string, read: (bytes: ArrayBuffer) => T): Promise<T> {
  let found = map.get(name);
  if (!found) {
    found = fetchBytes(name).then(read);
    found.catch(() => map.delete(name));
    map.set(name, found);
  }
  return found;
}

function magic(bytes: ArrayBuffer): string {
  return String.fromCharCode(...new Uint8Array(bytes, 0, 4));
}

function readMesh(bytes: ArrayBuffer): MeshAsset {
  if (magic(bytes) !== 'SFM1') throw new Error('no mesh file');
  const head = new Uint32Array(bytes, 4, 4);
  const [vertices, indices, groups, hasUv] = [head[0]!, head[1]!, head[2]!, head[3]!];
  let at = 20;
  const floats = (count: number) => {
    const array = new Float32Array(bytes, at, count);
    at += 4 * count;
    return array;
  };
  const integers = (count: number) => {
    const array = new Uint32Array(bytes, at, count);
    at += 4 * count;
    return array;
  };
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(floats(3 * vertices), 3));
  geometry.setAttribute('normal', new THREE.BufferAttribute(floats(3 * vertices), 3));
  if (hasUv) geometry.setAttribute('uv', new THREE.BufferAttribute(floats(2 * vertices), 2));
  geometry.setIndex(new THREE.BufferAttribute(integers(indices), 1));
  const ranges = integers(3 * groups);
  if (groups > 1) {
    for (let i = 0; i < groups; i++) geometry.addGroup(ranges[3 * i]!, ranges[3 * i + 1]!, ranges[3 * i + 2]!);
  }
  const size = integers(1)[0]!;
  const materials = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, at, size))) as Material[];
  // A mesh with one group has a single material.
  return { geometry, materials: groups > 1 ? materials : [materials[ranges[2] ?? 0] ?? {}] };
}

function readHeights(bytes: ArrayBuffer): HeightAsset {
  if (magic(bytes) !== 'SFH1') throw new Error('no height file');
  const [rows, cols] = new Uint32Array(bytes, 4, 2);
  const [sizeX, sizeY] = new Float32Array(bytes, 12, 2);
  return { rows: rows!, cols: cols!, sizeX: sizeX!, sizeY: sizeY!, heights: new Float32Array(bytes, 20, rows! * cols!) };
}

export const loadMesh = (name: string) => once(meshes, name, readMesh);
export const loadHeights = (name: string) => once(heights, name, readHeights);

export function loadTexture(name: string, changed: () => void): THREE.Texture {
  let texture = textures.get(name);
  if (!texture) {
    texture = new THREE.TextureLoader().load(fileAddress(name), changed);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.anisotropy = 8;
    textures.set(name, texture);
  }
  return texture;
}

/** The height at a position in the field; null outside. */
export function heightAt(field: HeightAsset, x: number, y: number): number | null {
  const u = (x / field.sizeX + 0.5) * (field.cols - 1), v = (y / field.sizeY + 0.5) * (field.rows - 1);
  if (u < 0 || v < 0 || u > field.cols - 1 || v > field.rows - 1) return null;
  const col = Math.min(Math.floor(u), field.cols - 2), row = Math.min(Math.floor(v), field.rows - 2);
  const at = (r: number, c: number) => field.heights[r * field.cols + c]!;
  const fu = u - col, fv = v - row;
  const low = at(row, col) * (1 - fu) + at(row, col + 1) * fu;
  const high = at(row + 1, col) * (1 - fu) + at(row + 1, col + 1) * fu;
  return low * (1 - fv) + high * fv;
}
