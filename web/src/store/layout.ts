import { computed, signal } from '@preact/signals';
import { leftOpen, leftWidth, rightCover, rightOpen, rightTab, rightWidth, visited } from './settings';
import { lost } from './status';

/** Heights of the top bar and of the time strip, as in styles/tokens.css. */
export const top_height = 44;
export const strip_height = 92;
const inset = 8;

export const windowSize = signal({ width: window.innerWidth, height: window.innerHeight });
export const wide = computed(() => windowSize.value.width >= 1600);
/** Panels cover the view, as on a tablet in portrait orientation. */
export const drawers = computed(() => windowSize.value.width < 900);

export const leftSize = computed(() => leftWidth.value || (wide.value ? 272 : 232));
export const rightSize = computed(() => {
  if (rightCover.value) return 440;
  const usual = rightTab.value === 'gap' ? (wide.value ? 440 : 384) : wide.value ? 360 : 304;
  return rightWidth.value || usual;
});

/** The first-visit sheet is open. */
export const firstVisit = signal(!visited.value);
/** The height covered by sheets, at the top and at the bottom of the view. */
export const sheetTop = computed(() => (lost.value ? 150 : 0));
export const sheetBottom = computed(() => (firstVisit.value ? 300 : 0));

/** The covered width at each side of the view in pixels. */
export const covered = computed(() => {
  const panels = !firstVisit.value && !drawers.value;
  return {
    left: panels && leftOpen.value ? leftSize.value + 2 * inset : inset,
    right: panels && (rightOpen.value || rightCover.value) ? rightSize.value + 2 * inset : inset,
    top: sheetTop.value,
    bottom: sheetBottom.value || 60,
  };
});
/** The centre of the uncovered part, from the left of the window. */
export const freeCentre = computed(() => {
  const { left, right } = covered.value;
  return left + (windowSize.value.width - left - right) / 2;
});

export function startLayout(): void {
  let narrow = windowSize.value.width < 1180;
  window.addEventListener('resize', () => {
    windowSize.value = { width: window.innerWidth, height: window.innerHeight };
    const now = window.innerWidth < 1180;
    if (now && !narrow) leftOpen.value = false;
    if (window.innerWidth < 900 && now && !narrow) rightOpen.value = false;
    narrow = now;
  });
}

export function togglePanels(): void {
  const open = !(leftOpen.value || rightOpen.value);
  leftOpen.value = open;
  rightOpen.value = open;
}
