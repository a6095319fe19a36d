import * as THREE from 'three';
import { effect, signal } from '@preact/signals';
import type { ViewPoses } from '../net/messages';
import { seconds } from '../store/events';
import { covered, strip_height, top_height, windowSize } from '../store/layout';
import { watched } from '../store/people';
import { hidden, scene as sceneSignal, type Scene } from '../store/scene';
import { server } from '../store/server';
import { cameraMode, quality, theme } from '../store/settings';
import { CameraRig } from './camera_rig';
import { onTexture, useSimpleMaterials } from './materials';
import { ModelView } from './model_view';
import { Outline } from './outline';
import { BodyLayout, PoseStream, type BodySink } from './pose_stream';
import { Sky } from './sky';

/** Something drawn over the world, notified of every frame and every new scene. */
export interface Overlay {
  frame?(now: number, moved: boolean): void;
  /** Called with the poses at a simulated time, also for times between slow frames. */
  trace?(time: number): void;
  scene?(scene: Scene): void;
  theme?(dark: boolean): void;
}

const quaternion = new THREE.Quaternion();

/** Levels of quality, lowered when frames take too long: shadows first, then resolution. */
const qualities = [
  { shadow: 2048, ratio: 2, triangle: 3 }, { shadow: 1024, ratio: 1.5, triangle: 5 }, { shadow: 0, ratio: 1, triangle: 8 },
  { shadow: 0, ratio: 0.7, triangle: 14 },
];

/** The 3D view. */
export class View implements BodySink {
  readonly world = new THREE.Scene();
  readonly rig = new CameraRig();
  readonly outline = new Outline();
  private readonly overlays: Overlay[] = [];
  /** Number of frames drawn. */
  frames = 0;
  /** By model name. */
  readonly models = new Map<string, ModelView>();
  /** Script time of the last frames in milliseconds. */
  readonly scriptTimes: number[] = [];
  /** Number of scenes built. */
  readonly built = signal(0);
  private readonly renderer: THREE.WebGLRenderer;
  private readonly sky: Sky;
  private ordered: ModelView[] = [];
  private stream: PoseStream | null = null;
  /** Whether the server has sent the poses of all bodies. */
  posed = false;
  /** Pose messages of a scene that is not built yet, since the last complete one, which is sent once per second. */
  private early: ViewPoses[] = [];
  private frozen: PoseStream | null = null;
  private version = -1;
  private drawnAt = 0;
  private fence: WebGLSync | null = null;
  /** Something was added that may need a new shader. */
  private fresh = false;
  private compiling = false;
  private clock: () => number = () => 0;
  private dirty = true;
  private quality = 0;
  private lastFrame = 0;
  private slow = 0;
  private following = '';
  private placedCamera = false;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.autoClear = false;
    this.renderer.debug.checkShaderErrors = false;
    this.sky = new Sky(this.world);
    onTexture.changed = () => this.touch();
    server.subscribe('/surefoot/view/poses', (message) => this.received(message), 'every');
    const slow = quality.value !== 'high' && isSoftware(this.renderer);
    if (slow) useSimpleMaterials();
    this.setQuality(slow ? 2 : 0);
    effect(() => { if (sceneSignal.value) this.build(sceneSignal.value); });
    effect(() => this.setTheme(theme.value === 'dark'));
    effect(() => { this.rig.setCovered(covered.value); this.resize(windowSize.value); });
    effect(() => {
      for (const [name, model] of this.models) model.visible = !hidden.value.has(name);
      this.touch();
    });
    effect(() => this.setCamera(cameraMode.value, watched.value, this.built.value));
    requestAnimationFrame((now) => this.frame(now));
  }

  addOverlays(...overlays: Overlay[]): void {
    for (const overlay of overlays) {
      this.overlays.push(overlay);
      overlay.theme?.(theme.peek() === 'dark');
      if (this.version >= 0 && sceneSignal.peek()) overlay.scene?.(sceneSignal.peek()!);
    }
  }

  /** Requests a frame. */
  touch(): void {
    this.dirty = true;
  }

  model(name: string): ModelView | undefined {
    return this.models.get(name);
  }

  /** Draws these poses instead of the server's; null for the server's again. */
  freeze(stream: PoseStream | null, clock: () => number): void {
    this.frozen = stream;
    this.clock = clock;
    this.touch();
  }

  newStream(): PoseStream | null {
    return sceneSignal.value ? new PoseStream(new BodyLayout(sceneSignal.value)) : null;
  }

  /** Simulated time of the drawn poses. */
  get shownTime(): number {
    return this.frozen ? this.clock() / 1000 : this.stream?.timeAt(performance.now()) ?? 0;
  }

  setBodyPose(model: number, link: number, values: Float32Array, at: number): void {
    quaternion.set(values[at + 3]!, values[at + 4]!, values[at + 5]!, values[at + 6]!);
    this.ordered[model]?.setPose(link, values[at]!, values[at + 1]!, values[at + 2]!, quaternion);
  }

  setBodyJoint(model: number, link: number, value: number): void {
    this.ordered[model]?.setJoint(link, value);
  }

  /** The window pixel at which a point of the world is drawn; null if it is behind the camera. */
  project(point: THREE.Vector3): { x: number; y: number } | null {
    const p = point.clone().project(this.rig.camera);
    if (p.z > 1) return null;
    const { width, height } = this.canvas.getBoundingClientRect();
    return { x: (p.x * 0.5 + 0.5) * width, y: (-p.y * 0.5 + 0.5) * height + top_height };
  }

  /** The colour at a pixel of the window. */
  readPixel(x: number, y: number): [number, number, number] {
    this.render();
    const gl = this.renderer.getContext(), ratio = this.renderer.getPixelRatio();
    const pixel = new Uint8Array(4);
    gl.readPixels(Math.round(x * ratio), Math.round((this.canvas.clientHeight - (y - top_height)) * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return [pixel[0]!, pixel[1]!, pixel[2]!];
  }

  get drawCalls(): number {
    return this.renderer.info.render.calls;
  }

  private received(message: ViewPoses): void {
    if (message.complete) this.early = [];
    if (!this.stream || message.scene !== this.version) {
      if (message.complete || this.early.length > 0) this.early.push(message);
      return;
    }
    if (message.complete) this.posed = true;
    const now = performance.now(), time = seconds(message.time);
    this.stream.push(message.data, time, now);
    if (this.frozen || now - this.drawnAt < 100) return;
    // With slow frames, overlays that draw trails must also see the poses in between.
    this.stream.apply(now + 1000, this);
    this.world.updateMatrixWorld();
    for (const overlay of this.overlays) overlay.trace?.(time);
    this.touch();
  }

  private build(scene: Scene): void {
    const known = new Map(this.models);
    this.models.clear();
    this.ordered = scene.models.map((model) => {
      const old = known.get(model.name);
      // The description is the same: its meshes are kept, and the next poses place it.
      if (old && old.model.description === model.description && old.model.static === model.static) {
        known.delete(model.name);
        Object.assign(old.model, model);
        old.moveRoot(model.pose);
        this.models.set(model.name, old);
        return old;
      }
      const made = new ModelView(model, this.world, () => { this.fresh = true; this.touch(); });
      this.models.set(model.name, made);
      return made;
    });
    for (const gone of known.values()) gone.dispose();
    this.version = scene.version;
    this.stream = new PoseStream(new BodyLayout(scene));
    this.posed = false;
    for (const message of this.early.splice(0)) this.received(message);
    this.sky.setScene(scene);
    this.setTheme(theme.peek() === 'dark');
    for (const overlay of this.overlays) overlay.scene?.(scene);
    this.built.value = this.built.peek() + 1;
    this.touch();
  }

  private setTheme(dark: boolean): void {
    this.renderer.toneMappingExposure = this.sky.setTheme(dark);
    this.outline.setColor(dark ? '#4ad2c5' : '#0a9c92');
    for (const model of this.models.values()) for (const floor of model.floors) floor.setTheme(dark);
    for (const overlay of this.overlays) overlay.theme?.(dark);
    this.touch();
  }

  private resize({ width, height }: { width: number; height: number }): void {
    const h = Math.max(1, height - top_height - strip_height);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, qualities[this.quality]!.ratio));
    this.renderer.setSize(width, h, false);
    this.rig.resize(width, h);
    this.touch();
  }

  private setCamera(mode: string, robot: string, _built: number): void {
    const model = this.models.get(robot);
    const aboard = mode === 'first' && model ? this.eyeOf(model) : null;
    this.rig.goAboard(aboard?.object ?? null, aboard?.fov);
    this.rig.setTop(mode === 'top');
    const following = mode === 'follow' && model ? robot : '';
    if (following && following !== this.following) {
      // Move the robot to the centre.
      this.rig.beginMove();
      this.rig.setAnchor(model!.base.getWorldPosition(new THREE.Vector3()), false);
      this.rig.orbit.target.set(0.1, 0, 0.12);
      // The first view is from the front right of it.
      const ahead = new THREE.Vector3().setFromMatrixColumn(model!.base.matrixWorld, 0);
      if (!this.placedCamera) this.rig.orbit.azimuth = Math.atan2(ahead.y, ahead.x) - 0.95;
      this.placedCamera = true;
    } else if (!following) {
      this.rig.setAnchor(new THREE.Vector3(), true);
    }
    this.following = following;
    this.touch();
  }

  /** A camera of the robot, or a position above its base. */
  private eyeOf(model: ModelView): { object: THREE.Object3D; fov: number } {
    const { links } = model.model.details;
    for (let i = 0; i < links.length; i++) {
      const camera = links[i]!.sensors?.find((s) => s.icon === 'camera');
      if (!camera) continue;
      const eye = new THREE.Object3D();
      if (camera.pose) {
        eye.position.fromArray(camera.pose);
        eye.quaternion.fromArray(camera.pose, 3);
      }
      model.nodes[i]!.add(eye);
      return { object: eye, fov: camera.fov ?? 1.1 };
    }
    const eye = new THREE.Object3D();
    eye.position.set(0.1, 0, 0.55);
    model.base.add(eye);
    return { object: eye, fov: 1.3 };
  }

  private frame(now: number): void {
    requestAnimationFrame((next) => this.frame(next));
    if (!this.isDrawn() || !this.isCompiled()) return;
    const begin = performance.now();
    const moved = this.frozen ? this.frozen.applyAt(this.clock(), this) : this.stream?.apply(begin, this) ?? false;
    if (!moved && !this.dirty && !this.rig.moving) return;
    this.draw(begin, moved);
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    this.frames++;
    this.scriptTimes.push(performance.now() - begin);
    if (this.scriptTimes.length > 240) this.scriptTimes.shift();
    this.adapt(now);
  }

  private draw(now: number, moved: boolean): void {
    this.dirty = false;
    if (cameraMode.peek() === 'follow') {
      const model = this.models.get(watched.peek());
      if (model) this.rig.anchor.setFromMatrixPosition(model.base.matrixWorld.copy(model.base.matrix));
    }
    this.rig.update(now);
    this.world.updateMatrixWorld();
    this.refineTerrain();
    this.drawnAt = now;
    for (const overlay of this.overlays) {
      if (moved) overlay.trace?.(this.shownTime);
      overlay.frame?.(now, moved);
    }
    this.render();
  }

  /** The complete script work of a frame, as if everything had moved, without waiting for the graphics card. For measurements. */
  drawForMeasuring(): void {
    const now = performance.now();
    this.stream?.refresh();
    this.stream?.apply(now, this);
    this.draw(now, true);
  }

  /** Whether the graphics card has finished the last frame, so that frames never queue up. */
  private isDrawn(): boolean {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    if (this.fence && gl.getSyncParameter(this.fence, gl.SYNC_STATUS) !== gl.SIGNALED && !gl.isContextLost()) return false;
    if (this.fence) gl.deleteSync(this.fence);
    this.fence = null;
    return true;
  }

  /** Compiles shaders in the background; until they are ready the last frame stays. */
  private isCompiled(): boolean {
    if (this.compiling) return false;
    if (!this.fresh) return true;
    this.fresh = false;
    if (!this.renderer.getContext().getExtension('KHR_parallel_shader_compile')) return true;
    this.compiling = true;
    void this.renderer.compileAsync(this.world, this.rig.camera).finally(() => { this.compiling = false; this.touch(); });
    return false;
  }

  private refineTerrain(): void {
    const { camera } = this.rig;
    const pixels = this.canvas.clientHeight / (2 * Math.tan((camera.fov * Math.PI) / 360));
    for (const model of this.ordered) for (const terrain of model.tiled) {
      if (terrain.update(camera.position, pixels, qualities[this.quality]!.triangle)) this.touch();
    }
  }

  private render(): void {
    const { orbit, anchor, camera } = this.rig;
    this.sky.setReach(Math.min(60, Math.max(4, orbit.distance * 1.1)));
    this.sky.follow(orbit.target.clone().add(anchor), camera.position);
    this.renderer.clear();
    this.renderer.render(this.world, camera);
    this.outline.render(this.renderer, camera);
  }

  /** Lowers the quality if the frame rate is below 30 Hz for two seconds. */
  private adapt(now: number): void {
    const took = now - this.lastFrame;
    this.lastFrame = now;
    if (document.hidden || took > 1000) return;
    this.slow = took > 36 ? this.slow + took : 0;
    if (this.slow < 2000 || quality.peek() === 'high' || this.quality === qualities.length - 1) return;
    this.slow = 0;
    this.setQuality(this.quality + 1);
  }

  private setQuality(level: number): void {
    this.quality = level;
    const { shadow } = qualities[level]!;
    this.sky.setShadows(shadow);
    this.resize(windowSize.peek());
  }
}

/** Software rendering: the processor draws, for lack of a graphics card. */
function isSoftware(renderer: THREE.WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
  return /swiftshader|llvmpipe|software/i.test(name);
}
