import { useState } from 'preact/hooks';
import type { Joint } from '../store/scene';
import { ask, callOrToast } from '../store/server';
import { did } from '../store/undo';
import { formatNumber } from '../ui/number_field';
import { Slider } from '../ui/slider';
import { useJoint } from './live';
import { text } from './strings';

const modes = ['free', 'position', 'velocity', 'effort'] as const;
type Mode = (typeof modes)[number];

const slides = (joint: Joint) => joint.type === 'prismatic';
const units = (joint: Joint) => (slides(joint) ? { position: 'm', velocity: 'm/s', effort: 'N' } : { position: 'rad', velocity: 'rad/s', effort: 'N m' });

function rangeOf(joint: Joint, mode: Exclude<Mode, 'free'>): [number, number] {
  if (mode === 'position') return [joint.lower ?? (slides(joint) ? -1 : -Math.PI), joint.upper ?? (slides(joint) ? 1 : Math.PI)];
  const max = mode === 'velocity' ? joint.velocity ?? 10 : joint.effort ?? 50;
  return [-max, max];
}

/** The command of a joint: a position, a speed or a torque. */
function Command({ model, joint, reason, start }: { model: string; joint: Joint; reason: string | false; start: number }) {
  const [mode, setMode] = useState<Mode>('free');
  const [target, setTarget] = useState(0);
  const name = `${model}::${joint.name}`;
  const send = (to: Mode, value: number) => ask('/surefoot/joint/command', { joint: name, axis: 0, mode: to, target: value });
  const choose = async (to: Mode) => {
    const old = { mode, target };
    const value = to === 'position' ? start : 0;
    if (!await callOrToast('/surefoot/joint/command', { joint: name, axis: 0, mode: to, target: value })) return;
    setMode(to);
    setTarget(value);
    const back = () => send(old.mode, old.target).then(() => { setMode(old.mode); setTarget(old.target); });
    did({ label: `${joint.name}: ${text.inspect.modes[old.mode]} to ${text.inspect.modes[to]}`, undo: back, redo: () => send(to, value).then(() => setMode(to)) });
  };
  const move = (value: number) => {
    setTarget(value);
    void callOrToast('/surefoot/joint/command', { joint: name, axis: 0, mode, target: value });
  };
  const range = mode === 'free' ? null : rangeOf(joint, mode);
  return (
    <>
      <div class="pr"><label for={`mode-${joint.name}`}>{text.inspect.command}</label>
        <select id={`mode-${joint.name}`} class="choice" value={mode} disabled={!!reason} data-tip={reason || undefined} onChange={(event) => void choose(event.currentTarget.value as Mode)}>
          {modes.map((one) => <option key={one} value={one}>{text.inspect.modes[one]}</option>)}
        </select>
      </div>
      {range && mode !== 'free' && (
        <Slider label={`${text.inspect.modes[mode]} of ${joint.name}`} value={target} lower={range[0]} upper={range[1]} unit={units(joint)[mode]} onChange={move} />
      )}
    </>
  );
}

export function JointSection({ model, joint, reason }: { model: string; joint: Joint; reason: string | false }) {
  const { position, speed, effort } = useJoint(model, joint.name, !slides(joint));
  const unit = units(joint);
  const number = (v: number | undefined, digits: number, u: string) => (v === undefined || Number.isNaN(v) ? '–' : `${v.toFixed(digits).replace(/^-(0\.0+)$/, '$1')} ${u}`);
  if (joint.type === 'fixed') return null;
  return (
    <>
      <h3 class="sec">{text.inspect.joint}<span class="hint">{joint.name}</span></h3>
      <div class="pr"><span class="label">{text.inspect.jointPosition}</span><span class="m ro">{number(position, 3, unit.position)}</span></div>
      <div class="pr"><span class="label">{text.inspect.speed}</span><span class="m ro">{number(speed, 2, unit.velocity)}</span></div>
      <div class="pr"><span class="label">{text.inspect.torque}</span>
        <span class="meter"><span class="m ro">{number(effort, 1, unit.effort)}</span>
          {joint.effort ? <><span class="bar"><i style={{ width: `${Math.min(100, (Math.abs(effort ?? 0) / joint.effort) * 100)}%` }} /></span><span class="m faint">{formatNumber(joint.effort, 3)}</span></> : null}
        </span>
      </div>
      <Command key={joint.name} model={model} joint={joint} reason={reason} start={position ?? 0} />
    </>
  );
}
