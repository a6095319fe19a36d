import * as THREE from 'three';
import type { Link, Visual } from '../store/scene';
import { loadMesh } from './assets';
import { materialOf } from './materials';
import { setMatrix, simpleGeometry } from './shapes';

/** The visuals of a link, merged into as few pieces as possible: each draw call has a cost, however small the piece. */
export interface Piece { geometry: THREE.BufferGeometry; material: THREE.Material | THREE.Material[]; shadows: boolean }

interface Part { geometry: THREE.BufferGeometry; matrix: THREE.Matrix4 }

const made = new Map<string, Promise<Piece[]>>();

/** Pieces of a link of a description, shared by models with the same description. */
export function linkPieces(description: string, index: number, link: Link): Promise<Piece[]> {
  const key = `${description}#${index}`;
  let found = made.get(key);
  if (!found) {
    found = makePieces(link);
    made.set(key, found);
  }
  return found;
}

/** Planes and height fields are drawn separately. */
export function isPiece(visual: Visual): boolean {
  return visual.shape.type !== 'plane' && visual.shape.type !== 'height_map';
}

async function makePieces(link: Link): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const groups = new Map<string, { material: THREE.Material; shadows: boolean; parts: Part[] }>();
  const visuals = (link.visuals ?? []).filter(isPiece);
  const looks = await Promise.all(visuals.map((v) => lookOf(v).catch(() => null)));
  visuals.forEach((visual, i) => {
    const look = looks[i];
    if (!look) return;
    const shadows = visual.shadows !== false, matrix = setMatrix(new THREE.Matrix4(), visual.pose);
    if (Array.isArray(look.material)) {
      pieces.push({ geometry: look.geometry.clone().applyMatrix4(matrix), material: look.material, shadows });
      return;
    }
    const key = look.material.uuid + shadows;
    const group = groups.get(key) ?? { material: look.material, shadows, parts: [] };
    group.parts.push({ geometry: look.geometry, matrix });
    groups.set(key, group);
  });
  for (const { material, shadows, parts } of groups.values()) pieces.push({ geometry: merged(parts), material, shadows });
  return pieces;
}

async function lookOf(visual: Visual): Promise<{ geometry: THREE.BufferGeometry; material: THREE.Material | THREE.Material[] } | null> {
  const { shape } = visual;
  if (shape.type !== 'mesh') return { geometry: simpleGeometry(shape)!, material: materialOf(visual.material) };
  if (!shape.file) return null;
  const { geometry, materials } = await loadMesh(shape.file);
  if (visual.material) return { geometry, material: materialOf(visual.material) };
  const looks = materials.map((m) => materialOf(m, { transparency: visual.transparency }));
  return { geometry, material: looks.length === 1 ? looks[0]! : looks };
}

/** Merges all parts into one geometry, each at its pose. */
function merged(parts: Part[]): THREE.BufferGeometry {
  const total = (count: (g: THREE.BufferGeometry) => number) => parts.reduce((sum, p) => sum + count(p.geometry), 0);
  const corners = (g: THREE.BufferGeometry) => g.getAttribute('position').count;
  const indices = (g: THREE.BufferGeometry) => g.index?.count ?? corners(g);
  const position = new Float32Array(3 * total(corners)), normal = new Float32Array(3 * total(corners));
  const uv = new Float32Array(2 * total(corners)), index = new Uint32Array(total(indices));
  const point = new THREE.Vector3(), turn = new THREE.Matrix3();
  let vertex = 0, at = 0;
  for (const { geometry, matrix } of parts) {
    const p = geometry.getAttribute('position'), n = geometry.getAttribute('normal'), t = geometry.getAttribute('uv');
    turn.getNormalMatrix(matrix);
    for (let i = 0; i < p.count; i++) {
      point.fromBufferAttribute(p, i).applyMatrix4(matrix).toArray(position, 3 * (vertex + i));
      if (n) point.fromBufferAttribute(n, i).applyMatrix3(turn).normalize().toArray(normal, 3 * (vertex + i));
      if (t) { uv[2 * (vertex + i)] = t.getX(i); uv[2 * (vertex + i) + 1] = t.getY(i); }
    }
    for (let i = 0; i < indices(geometry); i++) index[at++] = vertex + (geometry.index ? geometry.index.getX(i) : i);
    vertex += p.count;
  }
  const out = new THREE.BufferGeometry();
  out.setAttribute('position', new THREE.BufferAttribute(position, 3));
  out.setAttribute('normal', new THREE.BufferAttribute(normal, 3));
  out.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
  out.setIndex(new THREE.BufferAttribute(index, 1));
  return out;
}
