import * as THREE from 'three';
import type { Link, PoseArray, SceneModel, Visual } from '../store/scene';
import { loadHeights, type HeightAsset } from './assets';
import { isPiece, linkPieces } from './link_meshes';
import { Floor, materialOf } from './materials';
import { placed, setMatrix, simpleGeometry } from './shapes';
import { TerrainMesh } from './terrain';
import { groundKind } from './textures';

/** Data of a mesh for picking. */
export interface PickData { model: string; link: string }

/** Ground whose height can be computed without a ray. */
export interface Terrain { field: HeightAsset | null; world: THREE.Object3D; inverse: THREE.Matrix4 }

const axis = new THREE.Vector3();
const turned = new THREE.Quaternion();
const made = new THREE.Matrix4();

/** A model in the scene: a node with visuals for each link. */
export class ModelView {
  /** Node at the model's pose; parent of links that do not move by themselves. */
  readonly root = placed(new THREE.Group());
  readonly nodes: THREE.Object3D[] = [];
  readonly terrains: Terrain[] = [];
  readonly floors: Floor[] = [];
  readonly tiled: TerrainMesh[] = [];
  private readonly X_PJ: THREE.Matrix4[] = [];
  private readonly X_JC: THREE.Matrix4[] = [];

  constructor(readonly model: SceneModel, private readonly world: THREE.Object3D, private readonly changed: () => void) {
    placed(this.root, model.pose);
    this.root.name = model.name;
    world.add(this.root);
    const { links } = model.details;
    links.forEach((link, i) => this.nodes.push(this.makeNode(link, i)));
    links.forEach((link, i) => this.hang(link, i));
    this.root.updateMatrixWorld(true);
    links.forEach((link, i) => {
      if (link.motion !== 'pose') return;
      // Until the first message arrives.
      setMatrix(made, link.pose).premultiply(this.root.matrix);
      this.setWorld(i, made);
    });
  }

  dispose(): void {
    this.world.remove(this.root);
    for (const node of this.nodes) if (node.parent === this.world) this.world.remove(node);
  }

  /** Sets the model's pose, and with it all links that do not move by themselves. */
  moveRoot(pose: PoseArray): void {
    placed(this.root, pose);
    this.root.updateMatrixWorld(true);
  }

  set visible(on: boolean) {
    this.root.visible = on;
    for (const node of this.nodes) if (node.parent === this.world) node.visible = on;
  }

  link(name: string): THREE.Object3D | undefined {
    return this.nodes[this.model.details.links.findIndex((l) => l.name === name)];
  }

  /** The first link, which cameras follow. */
  get base(): THREE.Object3D {
    return this.nodes[0] ?? this.root;
  }

  setPose(index: number, x: number, y: number, z: number, q: THREE.Quaternion): void {
    const node = this.nodes[index];
    if (!node) return;
    node.position.set(x, y, z);
    node.quaternion.copy(q);
    node.matrix.compose(node.position, q, node.scale);
    node.matrixWorldNeedsUpdate = true;
  }

  setJoint(index: number, value: number): void {
    const link = this.model.details.links[index], node = this.nodes[index];
    if (!link || !node || !link.axis) return;
    axis.fromArray(link.axis);
    if (link.motion === 'turn') made.makeRotationFromQuaternion(turned.setFromAxisAngle(axis, value));
    else made.makeTranslation(axis.multiplyScalar(value));
    node.matrix.copy(this.X_PJ[index]!).multiply(made).multiply(this.X_JC[index]!);
    node.matrixWorldNeedsUpdate = true;
  }

  private setWorld(index: number, X_WL: THREE.Matrix4): void {
    const node = this.nodes[index]!;
    node.matrix.copy(X_WL);
    node.matrix.decompose(node.position, node.quaternion, node.scale);
    node.matrixWorldNeedsUpdate = true;
  }

  private makeNode(link: Link, index: number): THREE.Object3D {
    const node = placed(new THREE.Group());
    node.name = `${this.model.name}::${link.name}`;
    for (const visual of link.visuals ?? []) this.addGround(node, link, visual);
    if (link.visuals?.some(isPiece)) void this.addPieces(node, link, index);
    return node;
  }

  private hang(link: Link, index: number): void {
    this.X_PJ.push(setMatrix(new THREE.Matrix4(), link.X_PJ));
    this.X_JC.push(setMatrix(new THREE.Matrix4(), link.X_JC));
    const node = this.nodes[index]!;
    const parent = link.parent >= 0 ? this.nodes[link.parent] : undefined;
    if (link.motion === 'pose') this.world.add(node);
    else (parent && parent !== node ? parent : this.root).add(node);
    if (link.motion === 'fixed') placed(node, link.pose);
    if (link.motion === 'turn' || link.motion === 'slide') this.setJoint(index, 0);
  }

  /** Shows grey boxes at once, meshes when they are loaded. */
  private async addPieces(node: THREE.Object3D, link: Link, index: number): Promise<void> {
    const stand_in = link.visuals?.some((v) => v.shape.type === 'mesh') ? this.standIn(node, link) : null;
    const pieces = await linkPieces(this.model.description, index, link);
    if (stand_in) node.remove(stand_in);
    for (const { geometry, material, shadows } of pieces) this.add(node, link, new THREE.Mesh(geometry, material), shadows);
  }

  private addGround(node: THREE.Object3D, link: Link, visual: Visual): void {
    const { shape } = visual;
    if (shape.type === 'height_map') return void this.addHeights(node, link, visual, shape.file);
    if (shape.type !== 'plane') return;
    const endless = 'endless' in shape;
    if (endless || shape.size[0] * shape.size[1] > 100) return this.addFloor(node, link, visual, endless);
    this.add(node, link, placed(new THREE.Mesh(simpleGeometry(shape)!, materialOf(visual.material)), visual.pose), false);
  }

  private add(node: THREE.Object3D, link: Link, mesh: THREE.Mesh, shadows: boolean): void {
    mesh.matrixAutoUpdate = false;
    mesh.castShadow = shadows;
    mesh.receiveShadow = true;
    mesh.userData = { model: this.model.name, link: link.name } satisfies PickData;
    node.add(mesh);
    this.changed();
  }

  private addFloor(node: THREE.Object3D, link: Link, visual: Visual, endless: boolean): void {
    if (visual.shape.type !== 'plane') return;
    const floor = new Floor(visual.material);
    const [sx, sy] = endless ? [400, 400] : visual.shape.size;
    const geometry = new THREE.PlaneGeometry(sx, sy);
    // The texture covers 4 m.
    const uv = geometry.getAttribute('uv');
    for (let i = 0; i < uv.count; i++) uv.setXY(i, ((uv.getX(i) - 0.5) * sx) / 4, ((uv.getY(i) - 0.5) * sy) / 4);
    this.floors.push(floor);
    this.add(node, link, placed(new THREE.Mesh(geometry, floor.material), visual.pose), false);
    if (this.model.static) this.addTerrain(node, visual, null);
  }

  private addTerrain(node: THREE.Object3D, visual: Visual, field: HeightAsset | null): void {
    const world = placed(new THREE.Object3D(), visual.pose);
    node.add(world);
    this.terrains.push({ field, world, inverse: new THREE.Matrix4() });
  }

  private standIn(node: THREE.Object3D, link: Link): THREE.Object3D | null {
    const shapes = (link.collisions ?? []).filter((c) => c.shape.type !== 'plane' && simpleGeometry(c.shape));
    if (shapes.length === 0) return null;
    const group = placed(new THREE.Group());
    for (const collision of shapes) group.add(placed(new THREE.Mesh(simpleGeometry(collision.shape)!, materialOf({ color: [0.66, 0.7, 0.72, 1] })), collision.pose));
    node.add(group);
    return group;
  }

  private async addHeights(node: THREE.Object3D, link: Link, visual: Visual, file: string | undefined): Promise<void> {
    if (!file) return;
    try {
      const field = await loadHeights(file);
      const ground = (link.collisions?.find((c) => c.name === visual.name) ?? link.collisions?.[0]) as { ground?: string } | undefined;
      const kind = groundKind(link.name, visual.name, ground?.ground ?? '');
      const data: PickData = { model: this.model.name, link: link.name };
      const terrain = new TerrainMesh(field, materialOf(visual.material, { ground: kind }), data);
      node.add(placed(terrain.group, visual.pose));
      this.tiled.push(terrain);
      this.changed();
      if (this.model.static) this.addTerrain(node, visual, field);
    } catch {
      return;
    }
  }
}
