import * as THREE from 'three';

const vertex = `varying vec3 n;
varying vec2 at;
varying float far;
void main() {
  n = mat3(modelMatrix) * normal;
  at = uv;
  vec4 p = modelViewMatrix * vec4(position, 1.0);
  far = -p.z;
  gl_Position = projectionMatrix * p;
}`;
const fragment = `varying vec3 n;
varying vec2 at;
varying float far;
uniform vec3 color;
uniform vec3 emissive;
uniform float opacity;
uniform sampler2D map;
uniform vec3 toSun;
uniform vec3 sky;
uniform vec3 sun;
uniform vec3 fogColor;
uniform vec2 fogRange;
void main() {
  vec3 up = normalize(gl_FrontFacing ? n : -n);
  vec3 light = sky * (0.72 + 0.28 * up.z) + sun * max(0.0, dot(up, toSun));
  vec3 seen = color * texture2D(map, at).rgb * light + emissive;
  gl_FragColor = vec4(mix(seen, fogColor, smoothstep(fogRange.x, fogRange.y, far)), opacity);
  #include <colorspace_fragment>
}`;

/** The light shared by all simple materials. */
export const simpleLight = {
  toSun: { value: new THREE.Vector3(0.4, -0.3, 0.85) },
  sky: { value: new THREE.Color(0.5, 0.5, 0.5) },
  sun: { value: new THREE.Color(0.5, 0.5, 0.5) },
  fogColor: { value: new THREE.Color() },
  fogRange: { value: new THREE.Vector2(18, 90) },
};

let white: THREE.Texture | null = null;
function whiteTexture(): THREE.Texture {
  if (!white) {
    white = new THREE.DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
    white.needsUpdate = true;
  }
  return white;
}

interface Look { color: THREE.Color; emissive?: THREE.Color; map?: THREE.Texture | null; opacity?: number }

/**
 * Shading for software rendering: the processor takes seconds to compile the shaders of three's
 * materials; this single shader replaces them.
 */
export class SimpleMaterial extends THREE.ShaderMaterial {
  readonly color: THREE.Color;

  constructor({ color, emissive, map, opacity = 1 }: Look) {
    super({
      vertexShader: vertex, fragmentShader: fragment, side: THREE.DoubleSide, transparent: opacity < 0.999, depthWrite: opacity > 0.5,
      toneMapped: false,
      uniforms: {
        color: { value: color }, emissive: { value: emissive ?? new THREE.Color(0) }, opacity: { value: opacity },
        map: { value: map ?? whiteTexture() }, ...simpleLight,
      },
    });
    this.color = color;
  }
}
