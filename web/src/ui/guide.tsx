import { effect, signal } from '@preact/signals';
import { motion } from '../drive/card';
import { freeCentre } from '../store/layout';
import { control, driven } from '../store/people';
import { findModel } from '../store/scene';
import { selected } from '../store/selection';
import { rightOpen, rightTab } from '../store/settings';
import { status } from '../store/status';
import { text } from '../strings';
import { IconButton } from './button';
import { Icon } from './icon';

/** 0 not shown, 1 drive, 2 click a wheel, 3 change it, 4 done. */
const at = signal(0);
let stop = () => {};

function wheelIsSelected(): boolean {
  const item = selected.value;
  const link = item && findModel(item.model)?.details.links.find((l) => l.name === item.name);
  return !!link?.wheel || (!!item && item.model === driven.value && /wheel/.test(item.name));
}

/** Three short steps; each is complete when the user has performed it, there is no "next" button. */
export function startGuide(): void {
  stop();
  at.value = 1;
  const edits = status.value?.unsaved_edits ?? 0;
  stop = effect(() => {
    if (at.value === 1 && control.value.kind === 'mine' && Math.abs(motion.value.v) > 0.15) at.value = 2;
    if (at.value === 2 && wheelIsSelected()) { at.value = 3; rightOpen.value = true; rightTab.value = 'inspect'; }
    if (at.value === 3 && (status.value?.unsaved_edits ?? 0) > edits) at.value = 4;
  });
}

function close(): void {
  stop();
  at.value = 0;
}

export function Guide() {
  if (at.value === 0) return null;
  return (
    <section class="guide" role="status" aria-label="Guided start" style={{ left: `${freeCentre.value}px` }}>
      {text.guide.map((step, i) => (
        <span key={step} class={i + 1 === at.value ? 'now' : i + 1 < at.value ? 'done' : ''}>
          {i + 1 < at.value ? <Icon name="check" small /> : <b>{i + 1}</b>}{i + 1 === at.value || at.value > 3 ? step : ''}
        </span>
      ))}
      {at.value === 4 && <span class="now">{text.guideDone}</span>}
      <IconButton icon="x" small label="End the guided start" onClick={close} />
    </section>
  );
}
