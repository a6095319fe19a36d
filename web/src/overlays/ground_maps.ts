import * as THREE from 'three';
import { effect } from '@preact/signals';
import { loadHeights } from '../scene/assets';
import { placed } from '../scene/shapes';
import { gridGeometry } from '../scene/terrain';
import type { View } from '../scene/view';
import { scene, type GroundLook, type GroundMap, type SceneModel } from '../store/scene';
import { fileAddress } from '../store/server';
import { overlays } from '../store/settings';

const opacity = 0.62;
/** Height above the shape (m), so that the shape does not hide it. */
const lift = 0.004;
/** Samples of a height field; more cannot be distinguished under colours. */
const max_rows = 160;

/** Colours of soils and grounds on shapes made of several. */
export class GroundMaps {
  private drawn: THREE.Object3D[] = [];
  /** Counts rebuilds: results for an older one are discarded. */
  private turn = 0;

  constructor(private readonly view: View) {
    effect(() => { view.built.value; this.rebuild(overlays.grounds.value); });
  }

  private rebuild(shown: boolean): void {
    const turn = ++this.turn;
    for (const object of this.drawn) object.removeFromParent();
    this.drawn = [];
    const now = scene.peek();
    if (shown && now) {
      for (const map of now.grounds ?? []) void this.add(map, now.ground_looks ?? [], now.models, turn).catch(() => {});
    }
    this.view.touch();
  }

  private async add(map: GroundMap, looks: GroundLook[], models: SceneModel[], turn: number): Promise<void> {
    const model = models.find((m) => map.body >= m.first && map.body < m.first + m.details.links.length);
    const node = model && this.view.model(model.name)?.nodes[map.body - model.first];
    const shape = model?.details.links[map.body - model.first]?.collisions?.find((c) => c.name === map.collision)?.shape;
    if (!node || !shape) return;
    const texture = await colours(map.image, looks);
    let geometry: THREE.BufferGeometry;
    if (shape.type === 'height_map') {
      const field = await loadHeights(shape.file);
      const part = { row: 0, col: 0, rows: field.rows, cols: field.cols };
      geometry = gridGeometry(field, part, Math.max(1, Math.ceil(Math.max(field.rows, field.cols) / max_rows)));
      // Its texture coordinates are metres from the centre.
      texture.repeat.set(1 / map.size[0], 1 / map.size[1]);
      texture.offset.set(0.5, 0.5);
    } else {
      geometry = new THREE.PlaneGeometry(map.size[0], map.size[1]);
    }
    if (turn !== this.turn) return;
    const look = new THREE.MeshBasicMaterial({ map: texture, transparent: true, opacity, depthWrite: false });
    const mesh = new THREE.Mesh(geometry.translate(0, 0, lift), look);
    const place = placed(new THREE.Group(), map.pose);
    place.add(mesh);
    node.add(place);
    this.drawn.push(place);
    this.view.touch();
  }
}

/** Converts an image of ground numbers to one of colours. */
async function colours(image: string, looks: GroundLook[]): Promise<THREE.Texture> {
  const answer = await fetch(fileAddress(image));
  if (!answer.ok) throw new Error(`${image}: HTTP ${answer.status}`);
  const picture = await createImageBitmap(await answer.blob(), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const pen = canvas.getContext('2d')!;
  pen.drawImage(picture, 0, 0);
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < pixels.data.length; i += 4) {
    const look = looks[pixels.data[i]! + 256 * pixels.data[i + 1]!];
    for (let k = 0; k < 3; k++) pixels.data[i + k] = 255 * (look?.color[k] ?? 0);
    pixels.data[i + 3] = look ? 255 : 0;
  }
  pen.putImageData(pixels, 0, 0);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.magFilter = THREE.NearestFilter;
  return texture;
}
