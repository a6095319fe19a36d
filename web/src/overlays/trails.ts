import * as THREE from 'three';
import { effect } from '@preact/signals';
import { replay } from '../store/replay';
import { overlays } from '../store/settings';
import type { Scene } from '../store/scene';
import { FlatMaterial } from '../scene/flat_material';
import type { ModelView } from '../scene/model_view';
import type { Overlay, View } from '../scene/view';
import { groundAt } from './ground';
import { Ribbon } from './ribbon';

interface Wheel { node: THREE.Object3D; radius: number; ribbon: Ribbon; axle: THREE.Vector3; centre: THREE.Vector3 }
interface Track { model: ModelView; trail: Ribbon; wheels: Wheel[] }

const max_robots = 12;
const hub = new THREE.Vector3(), side = new THREE.Vector3(), point = new THREE.Vector3(), ahead = new THREE.Vector3();
const up = new THREE.Vector3(0, 0, 1);

/** Paths of robots (a teal line) and the tracks of their wheels (dark ribbons). */
export class Trails implements Overlay {
  private tracks: Track[] = [];
  private readonly trailLook = new FlatMaterial('#0a857d', { polygonOffset: true, polygonOffsetFactor: -6, polygonOffsetUnits: -6 });
  private readonly wheelLook = new FlatMaterial('#1d1f20', { opacity: 0.22, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -4 });
  private time = 0;

  constructor(private readonly view: View) {
    effect(() => {
      const trails = overlays.trails.value, tracks = overlays.tracks.value;
      for (const track of this.tracks) this.show(track, trails, tracks);
      view.touch();
    });
  }

  theme(dark: boolean): void {
    this.trailLook.color.set(dark ? '#2fc4b6' : '#0a857d');
    this.wheelLook.setOpacity(dark ? 0.4 : 0.22);
  }

  scene(scene: Scene): void {
    const old = this.tracks;
    this.tracks = [];
    for (const model of scene.models.filter((m) => m.robot).slice(0, max_robots)) {
      const shown = this.view.model(model.name)!;
      this.tracks.push(old.find((t) => t.model === shown) ?? this.make(shown));
    }
    for (const gone of old.filter((t) => !this.tracks.includes(t))) {
      this.view.world.remove(gone.trail.mesh, ...gone.wheels.map((w) => w.ribbon.mesh));
    }
  }

  trace(time: number): void {
    // Time was set back: the later paths are removed. The reality gap draws its own, restart by restart.
    const gap = !!replay.peek()?.gap;
    if (time < this.time - 0.2 || gap) for (const track of this.tracks) { track.trail.clear(); for (const w of track.wheels) w.ribbon.clear(); }
    if (gap) return;
    this.time = time;
    for (const track of this.tracks) {
      if (overlays.trails.peek()) this.extendTrail(track);
      if (overlays.tracks.peek()) for (const wheel of track.wheels) this.extendTrack(wheel);
    }
  }

  private make(model: ModelView): Track {
    const track: Track = { model, trail: new Ribbon(900, 0.035, 0.05, this.trailLook, 2), wheels: [] };
    model.model.details.links.forEach((link, i) => {
      if (!link.wheel || track.wheels.length >= 8) return;
      const more = link.wheel as { centre?: number[]; axle?: number[] };
      track.wheels.push({
        node: model.nodes[i]!, radius: link.wheel.radius, ribbon: new Ribbon(1200, link.wheel.width * 0.8, 0.04, this.wheelLook),
        axle: new THREE.Vector3().fromArray(more.axle ?? link.axis ?? [0, 1, 0]), centre: new THREE.Vector3().fromArray(more.centre ?? [0, 0, 0]),
      });
    });
    this.show(track, overlays.trails.peek(), overlays.tracks.peek());
    this.view.world.add(track.trail.mesh, ...track.wheels.map((w) => w.ribbon.mesh));
    return track;
  }

  private show(track: Track, trails: boolean, tracks: boolean): void {
    track.trail.mesh.visible = trails;
    for (const wheel of track.wheels) wheel.ribbon.mesh.visible = tracks;
  }

  private extendTrail({ model, trail }: Track): void {
    const m = model.base.matrixWorld;
    hub.setFromMatrixPosition(m);
    ahead.setFromMatrixColumn(m, 0);
    side.crossVectors(up, ahead).normalize();
    const ground = groundAt(this.view, hub.x, hub.y, hub.z + 0.1);
    point.set(hub.x, hub.y, ground === null ? hub.z : ground + 0.03);
    trail.add(point, side);
  }

  private extendTrack(wheel: Wheel): void {
    const m = wheel.node.matrixWorld;
    hub.copy(wheel.centre).applyMatrix4(m);
    side.copy(wheel.axle).transformDirection(m);
    // Downwards, perpendicular to the axle.
    point.copy(up).addScaledVector(side, -side.z).normalize().multiplyScalar(-wheel.radius).add(hub);
    const ground = groundAt(this.view, point.x, point.y, point.z + 0.08);
    if (ground === null || point.z - ground > 0.03) return wheel.ribbon.lift();
    point.z = Math.max(point.z, ground) + 0.004;
    wheel.ribbon.add(point, side);
  }
}
