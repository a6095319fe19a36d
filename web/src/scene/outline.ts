import * as THREE from 'three';

const quad = `void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }`;
const edges = `uniform sampler2D mask;
uniform vec2 pixel;
uniform vec3 color;
void main() {
  vec2 here = gl_FragCoord.xy * pixel;
  vec2 inside = texture2D(mask, here).rg;
  vec2 peak = vec2(0.0);
  for (int x = -2; x <= 2; x++) for (int y = -2; y <= 2; y++) {
    float far = float(x * x + y * y);
    if (far > 5.0) continue;
    vec2 there = texture2D(mask, here + vec2(x, y) * pixel).rg;
    peak.r = max(peak.r, there.r);
    if (far < 1.5) peak.g = max(peak.g, there.g);
  }
  float edge = max(peak.r * (1.0 - inside.r), peak.g * (1.0 - inside.g));
  if (edge < 0.5) discard;
  gl_FragColor = vec4(color, 1.0);
  #include <colorspace_fragment>
}`;

/** Lines around the selected objects (2 px) and the one under the pointer (1 px). */
export class Outline {
  selected: THREE.Object3D[] = [];
  hovered: THREE.Object3D[] = [];
  private readonly target = new THREE.WebGLRenderTarget(1, 1, { type: THREE.UnsignedByteType });
  private readonly red = new THREE.MeshBasicMaterial({ color: '#ff0000', side: THREE.DoubleSide, toneMapped: false, fog: false });
  private readonly green = new THREE.MeshBasicMaterial({ color: '#00ff00', side: THREE.DoubleSide, toneMapped: false, fog: false });
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.Camera();
  private readonly material: THREE.ShaderMaterial;
  private readonly size = new THREE.Vector2();
  private readonly masks = new THREE.Scene();

  constructor() {
    this.material = new THREE.ShaderMaterial({
      vertexShader: quad, fragmentShader: edges, depthTest: false, depthWrite: false, toneMapped: false,
      uniforms: { mask: { value: this.target.texture }, pixel: { value: new THREE.Vector2() }, color: { value: new THREE.Color() } },
    });
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.material);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
    this.masks.matrixWorldAutoUpdate = false;
  }

  setColor(color: string): void {
    this.material.uniforms.color!.value.set(color);
  }

  render(renderer: THREE.WebGLRenderer, camera: THREE.Camera): void {
    if (this.selected.length + this.hovered.length === 0) return;
    renderer.getDrawingBufferSize(this.size);
    if (this.target.width !== this.size.x || this.target.height !== this.size.y) this.target.setSize(this.size.x, this.size.y);
    this.material.uniforms.pixel!.value.set(1 / this.size.x, 1 / this.size.y);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    this.renderMask(renderer, camera, this.hovered, this.green);
    this.renderMask(renderer, camera, this.selected, this.red);
    renderer.setRenderTarget(null);
    renderer.render(this.scene, this.camera);
  }

  private renderMask(renderer: THREE.WebGLRenderer, camera: THREE.Camera, objects: THREE.Object3D[], material: THREE.Material): void {
    if (objects.length === 0) return;
    // Drawn in place, without removing them from the scene.
    this.masks.children = objects;
    this.masks.overrideMaterial = material;
    renderer.render(this.masks, camera);
    this.masks.children = [];
  }
}
