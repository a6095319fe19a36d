import * as THREE from 'three';

const vertex = `uniform float size;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = size;
}`;
const fragment = `uniform vec3 color;
uniform float opacity;
void main() {
  gl_FragColor = vec4(color, opacity);
  #include <colorspace_fragment>
}`;

/** A single colour without lighting, for overlays: faces, lines and points share one shader. */
export class FlatMaterial extends THREE.ShaderMaterial {
  readonly color: THREE.Color;

  constructor(color: string, { opacity = 1, size = 1, ...rest }: { opacity?: number; size?: number } & THREE.MaterialParameters = {}) {
    const value = new THREE.Color(color);
    super({
      vertexShader: vertex, fragmentShader: fragment, side: THREE.DoubleSide, transparent: opacity < 1, toneMapped: false,
      uniforms: { color: { value }, opacity: { value: opacity }, size: { value: size } }, ...rest,
    });
    this.color = value;
  }

  setOpacity(opacity: number): void {
    this.uniforms.opacity!.value = opacity;
  }
}
