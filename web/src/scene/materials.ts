import * as THREE from 'three';
import type { Material } from '../store/scene';
import { loadTexture } from './assets';
import { SimpleMaterial } from './simple_material';
import { floorTexture, groundTexture, type GroundKind } from './textures';

const made = new Map<string, THREE.Material>();

/** Simpler shading for software rendering. */
let simple = false;
export function useSimpleMaterials(): void {
  simple = true;
}

/** Called when a texture has arrived; set by the view to request a frame. */
export const onTexture = { changed: () => {} };

function srgb(values: number[] | undefined, otherwise: number): THREE.Color {
  const [r, g, b] = values ?? [otherwise, otherwise, otherwise];
  return new THREE.Color().setRGB(r ?? 0, g ?? 0, b ?? 0, THREE.SRGBColorSpace);
}

/** The material of a description; equal ones are shared. `ground` selects its close-up texture. */
export function materialOf(material: Material = {}, options: { ground?: GroundKind; transparency?: number } = {}): THREE.Material {
  const key = JSON.stringify([material, options]);
  let found = made.get(key);
  if (!found) {
    const alpha = (material.color?.[3] ?? 1) * (1 - (options.transparency ?? 0));
    const shine = Math.max(...(material.specular ?? [0]));
    const map = material.texture ? loadTexture(material.texture, () => onTexture.changed())
      : options.ground ? groundTexture(options.ground) : null;
    const color = srgb(material.color, 0.7);
    // Grass is less saturated than the colours in files.
    if (options.ground === 'grass' && !material.texture) color.lerp(new THREE.Color('#8a9a55'), 0.5);
    const look = { color, emissive: srgb(material.emissive, 0), map, opacity: alpha };
    const roughness = material.roughness ?? 0.92 - 0.5 * Math.min(1, shine);
    found = simple ? new SimpleMaterial(look) : new THREE.MeshStandardMaterial({
      ...look, roughness, metalness: material.metalness ?? 0, transparent: alpha < 0.999, depthWrite: alpha > 0.5,
      side: THREE.DoubleSide, shadowSide: THREE.DoubleSide,
    });
    made.set(key, found);
  }
  return found;
}

/** The infinite floor: its colour follows the theme if the file makes it plain grey. */
export class Floor {
  readonly material: THREE.MeshStandardMaterial | SimpleMaterial;
  private readonly own: THREE.Color;
  private readonly isGrey: boolean;

  constructor(material: Material | undefined) {
    this.own = srgb(material?.color, 0.7);
    const hsl = this.own.getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace);
    this.isGrey = hsl.s < 0.12 && !material?.texture;
    const map = material?.texture ? loadTexture(material.texture, () => onTexture.changed()) : floorTexture();
    const look = { color: this.own.clone(), map };
    this.material = simple ? new SimpleMaterial(look) : new THREE.MeshStandardMaterial({ ...look, roughness: 0.95, side: THREE.DoubleSide });
  }

  setTheme(dark: boolean): void {
    if (this.isGrey) this.material.color.set(dark ? '#3f474e' : '#d3d8dc');
  }
}
