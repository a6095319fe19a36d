import { effect, signal, type Signal } from '@preact/signals';

/** A signal stored by this browser. */
export function kept<T>(name: string, initial: T): Signal<T> {
  const key = `surefoot.${name}`;
  let start = initial;
  try {
    const text = localStorage.getItem(key);
    if (text !== null) start = JSON.parse(text) as T;
  } catch { /* Without storage the default is used at each visit. */ }
  const made = signal(start);
  effect(() => {
    const value = made.value;
    try {
      if (value === initial) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch { /* See above. */ }
  });
  return made;
}

export type Theme = 'light' | 'dark';
export type LeftTab = 'scene' | 'library' | 'recordings';
export type RightTab = 'inspect' | 'topics' | 'gap';
export type Tool = 'select' | 'move' | 'rotate' | 'measure' | 'push';
export type CameraMode = 'orbit' | 'follow' | 'first' | 'top';

export const themeChoice = kept<Theme | null>('theme', null);
export const theme = signal<Theme>(document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');
export const personName = kept('person', '');
export const visited = kept('visited', false);

export const leftTab = kept<LeftTab>('left_tab', 'scene');
export const rightTab = kept<RightTab>('right_tab', 'topics');
/** 0 for the default width. */
export const leftWidth = kept('left_width', 0);
export const rightWidth = kept('right_width', 0);
export const leftOpen = signal(window.innerWidth >= 1180);
export const rightOpen = signal(window.innerWidth >= 900);

/** high: the quality is never lowered, however slow the drawing is. */
export const quality = kept<'auto' | 'high'>('quality', 'auto');

export const tool = signal<Tool>('select');
export const cameraMode = signal<CameraMode>('follow');
/** The robot that the camera follows; '' for the first one. */
export const followed = signal('');

/** The overlays drawn over the world. */
export const overlays = {
  lidar: kept('show_lidar', true),
  contacts: kept('show_contacts', false),
  trails: kept('show_trails', true),
  frames: kept('show_frames', false),
  collisions: kept('show_collisions', false),
  joints: kept('show_joints', false),
  cameras: kept('show_cameras', false),
  sonar: kept('show_sonar', true),
  uncertainty: kept('show_uncertainty', false),
  tracks: kept('show_tracks', true),
  grounds: kept('show_grounds', true),
};

/** Sensor cards, events and the drive card. */
export const cards = kept('cards', true);

/** The open dialog, one at a time. */
export type Dialog = '' | 'find' | 'keys' | 'people';
export const dialog = signal<Dialog>('');
/** Set by the import panel while it has something to show: it replaces the right panel. */
export const rightCover = signal<'' | 'import'>('');

export function toggleTheme(): void {
  themeChoice.value = theme.value === 'dark' ? 'light' : 'dark';
}

export function startSettings(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const system = signal(dark.matches);
  dark.addEventListener('change', () => { system.value = dark.matches; });
  effect(() => {
    theme.value = themeChoice.value ?? (system.value ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme.value;
  });
}

export const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
