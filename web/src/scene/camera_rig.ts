import * as THREE from 'three';
import { reducedMotion } from '../store/settings';

export interface Orbit { azimuth: number; elevation: number; distance: number; target: THREE.Vector3 }

const move_ms = 240;
const min_elevation = -0.2, max_elevation = 1.55;

function copyOrbit(orbit: Orbit): Orbit {
  return { ...orbit, target: orbit.target.clone() };
}

/** The camera of the view: orbiting a target, on board a robot, or from above. Z is up. */
export class CameraRig {
  readonly camera = new THREE.PerspectiveCamera(34, 1, 0.05, 600);
  readonly orbit: Orbit = { azimuth: -0.95, elevation: 0.42, distance: 5.2, target: new THREE.Vector3(0, 0, 0.3) };
  /** The frame in which the target is given: the followed robot. */
  readonly anchor = new THREE.Vector3();
  private from: Orbit | null = null;
  private movedAt = 0;
  private width = 1;
  private height = 1;
  private covered = { left: 0, right: 0, top: 0, bottom: 0 };
  private aboard: THREE.Object3D | null = null;
  private aboardFov = 1.1;
  private top = false;

  constructor() {
    this.camera.up.set(0, 0, 1);
  }

  resize(width: number, height: number): void {
    this.width = width;
    this.height = height;
    this.camera.aspect = width / height;
  }

  /** Pixels of the view that panels cover: the target is in the centre of the rest. */
  setCovered(covered: { left: number; right: number; top: number; bottom: number }): void {
    this.covered = covered;
  }

  /** Looks from an object along its x axis; null to orbit again. */
  goAboard(object: THREE.Object3D | null, fov = 1.1): void {
    if (this.aboard !== object) this.beginMove();
    this.aboard = object;
    this.aboardFov = fov;
  }

  setTop(top: boolean): void {
    if (this.top !== top) this.beginMove();
    this.top = top;
  }

  rotate(dx: number, dy: number): void {
    if (this.aboard || this.top) return;
    this.orbit.azimuth -= dx * 0.006;
    this.orbit.elevation = Math.min(max_elevation, Math.max(min_elevation, this.orbit.elevation + dy * 0.006));
  }

  pan(dx: number, dy: number): void {
    if (this.aboard) return;
    const scale = (2 * this.orbit.distance * Math.tan((this.camera.fov * Math.PI) / 360)) / this.height;
    const right = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.orbit.target.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
  }

  /** Zooms by a factor, towards a point of the world if given. */
  zoom(factor: number, towards: THREE.Vector3 | null): void {
    if (this.aboard) return;
    const before = this.orbit.distance;
    this.orbit.distance = Math.min(300, Math.max(0.25, before * factor));
    const share = 1 - this.orbit.distance / before;
    if (towards && share > 0) {
      const there = towards.clone().sub(this.anchor);
      this.orbit.target.lerp(there, Math.min(0.5, share) * 0.6);
    }
  }

  /** Moves there within a quarter of a second. */
  frame(target: THREE.Vector3, distance: number): void {
    this.beginMove();
    this.orbit.target.copy(target).sub(this.anchor);
    this.orbit.distance = distance;
  }

  /** Sets another anchor without a jump: the target stays at its place in the world. */
  setAnchor(anchor: THREE.Vector3, keepView: boolean): void {
    if (keepView) this.orbit.target.add(this.anchor).sub(anchor);
    this.anchor.copy(anchor);
  }

  beginMove(): void {
    if (reducedMotion.matches) return;
    this.from = copyOrbit(this.orbit);
    this.movedAt = performance.now();
  }

  get moving(): boolean {
    return !!this.from;
  }

  update(now: number): void {
    const wanted = this.between(now);
    if (this.aboard) this.lookOut(this.aboard);
    else this.lookAt(wanted);
    const { left, right, top, bottom } = this.covered;
    this.camera.setViewOffset(this.width, this.height, (right - left) / 2, (bottom - top) / 2, this.width, this.height);
    this.camera.updateMatrixWorld();
  }

  private between(now: number): Orbit {
    if (!this.from) return this.orbit;
    const share = Math.min(1, (now - this.movedAt) / move_ms);
    const s = 1 - (1 - share) ** 3;
    const a = this.from, b = this.orbit;
    if (share >= 1) this.from = null;
    return {
      azimuth: a.azimuth + s * (b.azimuth - a.azimuth), elevation: a.elevation + s * (b.elevation - a.elevation),
      distance: a.distance + s * (b.distance - a.distance), target: a.target.clone().lerp(b.target, s),
    };
  }

  private lookAt({ azimuth, elevation, distance, target }: Orbit): void {
    const e = this.top ? max_elevation : elevation, a = this.top ? -Math.PI / 2 : azimuth;
    const centre = target.clone().add(this.anchor);
    const flat = Math.cos(e) * distance;
    this.camera.fov = 34;
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(centre.x + Math.cos(a) * flat, centre.y + Math.sin(a) * flat, centre.z + Math.sin(e) * distance);
    this.camera.lookAt(centre);
  }

  private lookOut(object: THREE.Object3D): void {
    const m = object.matrixWorld;
    this.camera.fov = Math.min(110, (2 * Math.atan(Math.tan(this.aboardFov / 2) / this.camera.aspect) * 180) / Math.PI);
    this.camera.fov = Math.max(40, this.camera.fov);
    this.camera.position.setFromMatrixPosition(m);
    this.camera.up.setFromMatrixColumn(m, 2);
    this.camera.lookAt(new THREE.Vector3().setFromMatrixColumn(m, 0).add(this.camera.position));
  }
}
