import * as THREE from 'three';

const up = new THREE.Vector3(0, 1, 0), direction = new THREE.Vector3(), at = new THREE.Vector3();
const turned = new THREE.Quaternion(), scale = new THREE.Vector3(), matrix = new THREE.Matrix4();

/** Many arrows of one colour, drawn over everything. */
export class Arrows {
  readonly group = new THREE.Group();
  private readonly shafts: THREE.InstancedMesh;
  private readonly heads: THREE.InstancedMesh;
  private count = 0;

  constructor(private readonly max: number, color: string, private readonly thickness: number) {
    const look = new THREE.MeshBasicMaterial({ color, depthTest: false, toneMapped: false, transparent: true, fog: false });
    this.shafts = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0), look, max);
    this.heads = new THREE.InstancedMesh(new THREE.ConeGeometry(1, 1, 14).translate(0, 0.5, 0), look, max);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 10;
      mesh.count = 0;
      this.group.add(mesh);
    }
  }

  begin(): void {
    this.count = 0;
  }

  add(from: THREE.Vector3, vector: THREE.Vector3): void {
    const length = vector.length();
    if (this.count >= this.max || length < 1e-4) return;
    const head = Math.min(0.4 * length, 10 * this.thickness);
    turned.setFromUnitVectors(up, direction.copy(vector).divideScalar(length));
    this.shafts.setMatrixAt(this.count, matrix.compose(from, turned, scale.set(this.thickness, length - head, this.thickness)));
    at.copy(from).addScaledVector(direction, length - head);
    this.heads.setMatrixAt(this.count, matrix.compose(at, turned, scale.set(3.6 * this.thickness, head, 3.6 * this.thickness)));
    this.count++;
  }

  end(): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = this.count;
      mesh.instanceMatrix.needsUpdate = true;
    }
  }
}
