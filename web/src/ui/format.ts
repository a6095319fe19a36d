/** 83.28 as "01:23.280". */
export function clockText(seconds: number): string {
  const whole = Math.max(0, seconds);
  const minutes = Math.floor(whole / 60 + 1e-9);
  const rest = Math.max(0, whole - minutes * 60).toFixed(3).padStart(6, '0');
  return `${String(minutes).padStart(2, '0')}:${rest}`;
}

/** 83 as "1:23". */
export function shortClock(seconds: number): string {
  const whole = Math.floor(seconds + 1e-9);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`;
  if (bytes < 1e6) return `${Math.round(bytes / 1e3)} kB`;
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

/** The duration of a step in ms: "1" for 0.001 s. */
export function millisecondsText(seconds: number): string {
  return String(Number((seconds * 1000).toPrecision(3)));
}

const engine_names: Record<string, string> = {
  mujoco: 'MuJoCo', bullet: 'Bullet', ode: 'ODE', dart: 'DART', simbody: 'Simbody',
};
export function engineText(name: string): string {
  return engine_names[name] ?? name;
}
