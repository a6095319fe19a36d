import * as THREE from 'three';
import { effect, type Signal } from '@preact/signals';
import { selected } from '../store/selection';
import { overlays } from '../store/settings';
import type { Link } from '../store/scene';
import type { ModelView } from '../scene/model_view';
import { anyGeometry, placed } from '../scene/shapes';
import type { View } from '../scene/view';

type Build = (model: ModelView, link: Link, index: number) => THREE.Object3D[];

const max_robots = 20;

/** Line drawings attached to links of robots or of the selected model, while their overlay is on. */
export class LinkMarks {
  private made: { parent: THREE.Object3D; object: THREE.Object3D }[] = [];

  constructor(private readonly view: View, on: Signal<boolean>, private readonly build: Build, private readonly all: boolean) {
    effect(() => {
      view.built.value;
      const chosen = selected.value?.model ?? '';
      this.clear();
      if (on.value) this.make(chosen);
      view.touch();
    });
  }

  private make(chosen: string): void {
    const robots = [...this.view.models.values()].filter((m) => (this.all || m.model.robot || m.model.name === chosen));
    for (const model of robots.slice(0, max_robots)) {
      model.model.details.links.forEach((link, i) => {
        for (const object of this.build(model, link, i)) {
          model.nodes[i]!.add(object);
          this.made.push({ parent: model.nodes[i]!, object });
        }
      });
    }
  }

  private clear(): void {
    for (const { parent, object } of this.made) parent.remove(object);
    this.made = [];
  }
}

function segments(points: number[], color: string | number[]): THREE.LineSegments {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  const many = Array.isArray(color);
  if (many) geometry.setAttribute('color', new THREE.Float32BufferAttribute(color, 3));
  const look = new THREE.LineBasicMaterial({ ...(many ? { vertexColors: true } : { color }), depthTest: false, transparent: true, toneMapped: false, fog: false });
  const lines = placed(new THREE.LineSegments(geometry, look));
  lines.renderOrder = 9;
  return lines;
}

const axis_colors = [0.85, 0.15, 0.1, 0.85, 0.15, 0.1, 0.15, 0.6, 0.15, 0.15, 0.6, 0.15, 0.15, 0.35, 0.9, 0.15, 0.35, 0.9];

function frameAxes(): THREE.Object3D[] {
  const s = 0.18;
  return [segments([0, 0, 0, s, 0, 0, 0, 0, 0, 0, s, 0, 0, 0, 0, 0, 0, s], axis_colors)];
}

/** The axis of a link's joint, of rotation or translation. */
function jointAxis(_model: ModelView, link: Link): THREE.Object3D[] {
  if (!link.axis || !link.X_JC) return [];
  const axis = new THREE.Vector3().fromArray(link.axis).multiplyScalar(0.22);
  const lines = segments([-axis.x, -axis.y, -axis.z, axis.x, axis.y, axis.z], '#0a9c92');
  // The joint's frame in the link's: the inverse of X_JC.
  lines.matrix.copy(placed(new THREE.Object3D(), link.X_JC).matrix).invert();
  return [lines];
}

function collisionShapes(_model: ModelView, link: Link): THREE.Object3D[] {
  return (link.collisions ?? []).filter((c) => c.shape.type !== 'plane').map((collision) => {
    const group = placed(new THREE.Group(), collision.pose);
    void anyGeometry(collision.shape).then((geometry) => {
      if (!geometry) return;
      const look = new THREE.MeshBasicMaterial({ color: '#d0720a', wireframe: true, transparent: true, opacity: 0.5, toneMapped: false });
      group.add(placed(new THREE.Mesh(geometry, look)));
    }).catch(() => {});
    return group;
  });
}

/** A camera's field of view, up to 1.2 m. Cameras look along x, z is up. */
function cameraFrusta(_model: ModelView, link: Link): THREE.Object3D[] {
  return (link.sensors ?? []).filter((s) => s.fov && s.fov < 2.6).map((camera) => {
    const far = Math.min(1.2, camera.far ?? 1.2);
    const w = far * Math.tan(camera.fov! / 2), h = (w * (camera.height ?? 3)) / (camera.width ?? 4);
    const c = [[far, w, h], [far, -w, h], [far, -w, -h], [far, w, -h]];
    const points = c.flatMap((p, i) => [0, 0, 0, ...p, ...p, ...c[(i + 1) % 4]!]);
    return placed(segments(points, '#5c6870'), camera.pose);
  });
}

export function startLinkMarks(view: View): void {
  new LinkMarks(view, overlays.frames, frameAxes, false);
  new LinkMarks(view, overlays.joints, jointAxis, false);
  new LinkMarks(view, overlays.collisions, collisionShapes, true);
  new LinkMarks(view, overlays.cameras, cameraFrusta, false);
}
