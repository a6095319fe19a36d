import * as THREE from 'three';

/** A flat strip that grows at one end and is dropped at the other. Only new points are sent to the graphics card. */
export class Ribbon {
  readonly mesh: THREE.Mesh;
  private readonly position: THREE.BufferAttribute;
  private next = 0;
  private filled = 0;
  private last: THREE.Vector3 | null = null;
  private edge: [THREE.Vector3, THREE.Vector3] | null = null;

  /** Points farther apart than `jump` (m) are not connected. */
  constructor(private readonly max: number, private readonly width: number, private readonly spacing: number, material: THREE.Material,
              private readonly jump = 0.6) {
    const geometry = new THREE.BufferGeometry();
    this.position = new THREE.BufferAttribute(new Float32Array(max * 18), 3);
    this.position.setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute('position', this.position);
    geometry.setDrawRange(0, 0);
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.renderOrder = 1;
  }

  /** Extends the strip to a point; `side` is the unit vector to the left of the path. */
  add(point: THREE.Vector3, side: THREE.Vector3): void {
    if (this.last && this.last.distanceTo(point) < this.spacing) return;
    const jump = !this.last || this.last.distanceTo(point) > this.jump;
    const edge: [THREE.Vector3, THREE.Vector3] = [
      point.clone().addScaledVector(side, this.width / 2), point.clone().addScaledVector(side, -this.width / 2),
    ];
    if (!jump && this.edge) this.quad(this.edge, edge);
    this.last = point.clone();
    this.edge = edge;
  }

  /** The next point is not connected to the last one. */
  lift(): void {
    this.last = null;
    this.edge = null;
  }

  clear(): void {
    this.lift();
    this.next = this.filled = 0;
    this.mesh.geometry.setDrawRange(0, 0);
  }

  private quad([a, b]: [THREE.Vector3, THREE.Vector3], [c, d]: [THREE.Vector3, THREE.Vector3]): void {
    [a, b, c, b, d, c].forEach((p, i) => this.position.setXYZ(this.next * 6 + i, p.x, p.y, p.z));
    this.position.addUpdateRange(this.next * 18, 18);
    this.position.needsUpdate = true;
    this.next = (this.next + 1) % this.max;
    this.filled = Math.min(this.max, this.filled + 1);
    this.mesh.geometry.setDrawRange(0, this.filled * 6);
  }
}
