import * as THREE from 'three';
import type { Scene } from '../store/scene';
import { simpleLight } from './simple_material';

const vertex = `varying vec3 direction;
void main() {
  direction = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const fragment = `varying vec3 direction;
uniform vec3 horizon;
uniform vec3 zenith;
void main() {
  float up = normalize(direction).z;
  gl_FragColor = vec4(mix(horizon, zenith, sqrt(clamp(up, 0.0, 1.0))), 1.0);
  #include <colorspace_fragment>
}`;

const light_look = { horizon: '#dfe4e8', zenith: '#a9bfd0', hemi: 1.55, sun: 2.5, exposure: 1.0 };
const dark_look = { horizon: '#171c21', zenith: '#0a0d11', hemi: 0.85, sun: 2.3, exposure: 0.95 };

/** Sky, sun and ambient light. The theme changes only exposure and backdrop. */
export class Sky {
  readonly group = new THREE.Group();
  readonly sun = new THREE.DirectionalLight('#fff4e2', 2.5);
  private readonly hemi = new THREE.HemisphereLight('#ffffff', '#9a9488', 1.55);
  private readonly fill = new THREE.DirectionalLight('#dfe9f2', 0.7);
  private readonly dome: THREE.Mesh<THREE.SphereGeometry, THREE.ShaderMaterial>;
  private readonly lamps: THREE.Light[] = [];
  private direction = new THREE.Vector3(-0.45, 0.35, -0.9).normalize();
  private strength = 1;
  private dark = false;
  private wantsShadows = true;
  private shadowSize = 2048;

  constructor(private readonly scene: THREE.Scene) {
    const material = new THREE.ShaderMaterial({
      vertexShader: vertex, fragmentShader: fragment, side: THREE.BackSide, depthWrite: false, fog: false, toneMapped: false,
      uniforms: { horizon: { value: new THREE.Color() }, zenith: { value: new THREE.Color() } },
    });
    this.dome = new THREE.Mesh(new THREE.SphereGeometry(300, 32, 16), material);
    this.dome.renderOrder = -10;
    this.dome.frustumCulled = false;
    this.hemi.position.set(0, 0, 1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.012;
    this.sun.shadow.radius = 4;
    this.setReach(5);
    this.group.add(this.dome, this.hemi, this.sun, this.sun.target, this.fill, this.fill.target);
    scene.add(this.group);
  }

  /** Shadows are drawn within this distance (m) of the target. */
  setReach(reach: number): void {
    const camera = this.sun.shadow.camera;
    if (camera.far < 10 * reach && Math.abs(camera.right - reach) < 0.2 * reach) return;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.1;
    // No larger than needed, because the shadow bias is proportional to it.
    camera.far = 6 * reach;
    camera.updateProjectionMatrix();
  }

  /** Side of the shadow map in pixels; 0 for no shadows. */
  setShadows(size: number): void {
    this.shadowSize = size;
    this.sun.castShadow = this.wantsShadows && size > 0;
    if (size > 0) this.sun.shadow.mapSize.set(size, size);
    this.sun.shadow.map?.dispose();
    this.sun.shadow.map = null;
  }

  setTheme(dark: boolean): number {
    this.dark = dark;
    const look = dark ? dark_look : light_look;
    this.dome.material.uniforms.horizon!.value.set(look.horizon);
    this.dome.material.uniforms.zenith!.value.set(look.zenith);
    this.scene.fog = new THREE.Fog(look.horizon, 18, 90);
    this.setStrengths();
    return look.exposure;
  }

  setScene(scene: Scene): void {
    const sun = scene.lights.find((l) => l.type === 'directional' && l.on);
    const has_light = scene.lights.some((l) => l.on);
    this.strength = sun ? Math.min(2, sun.intensity || 1) : has_light ? 0 : scene.lights.length ? 0 : 1;
    if (sun) {
      this.direction.fromArray(sun.direction).normalize();
      const [r, g, b] = sun.color;
      const top = Math.max(r ?? 1, g ?? 1, b ?? 1, 1e-3);
      this.sun.color.setRGB((r ?? 1) / top, (g ?? 1) / top, (b ?? 1) / top, THREE.SRGBColorSpace);
    }
    this.wantsShadows = scene.sky.shadows;
    this.sun.castShadow = this.wantsShadows && this.shadowSize > 0;
    this.setLamps(scene);
    this.setStrengths();
  }

  /** Keeps sun and sky centred at the target. */
  follow(target: THREE.Vector3, eye: THREE.Vector3): void {
    // In steps, so that the edges of shadows do not flicker.
    const step = 0.25;
    const at = target.clone().divideScalar(step).round().multiplyScalar(step);
    const reach = this.sun.shadow.camera.right;
    this.sun.target.position.copy(at);
    this.sun.position.copy(at).addScaledVector(this.direction, -3 * reach);
    this.fill.target.position.copy(at);
    this.fill.position.copy(at).add(new THREE.Vector3(-this.direction.x * 4 + 2, this.direction.y * -4 - 3, 2.2));
    this.dome.position.copy(eye);
  }

  private setStrengths(): void {
    const look = this.dark ? dark_look : light_look;
    this.hemi.intensity = look.hemi * (this.strength > 0 ? 1 : 0.35);
    this.sun.intensity = look.sun * this.strength;
    this.fill.intensity = 0.7 * Math.min(1, this.strength);
    // Nearly the same picture, without tone mapping.
    simpleLight.sky.value.setScalar(0.36 * this.hemi.intensity);
    simpleLight.sun.value.copy(this.sun.color).multiplyScalar(0.2 * this.sun.intensity);
    simpleLight.toSun.value.copy(this.direction).negate();
    simpleLight.fogColor.value.set(look.horizon);
  }

  private setLamps(scene: Scene): void {
    for (const lamp of this.lamps) this.group.remove(lamp);
    this.lamps.length = 0;
    for (const light of scene.lights.filter((l) => l.on && l.type !== 'directional').slice(0, 8)) {
      const lamp = light.type === 'spot' ? new THREE.SpotLight() : new THREE.PointLight();
      lamp.position.set(light.pose[0], light.pose[1], light.pose[2]);
      lamp.color.setRGB(light.color[0]!, light.color[1]!, light.color[2]!, THREE.SRGBColorSpace);
      lamp.intensity = 8 * light.intensity;
      this.lamps.push(lamp);
      this.group.add(lamp);
    }
  }
}
