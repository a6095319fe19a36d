import { scene, type SceneLight } from '../store/scene';
import { ask, callOrToast } from '../store/server';
import { did } from '../store/undo';
import { Slider } from '../ui/slider';
import { PropertySection } from './property_section';
import { text } from './strings';

async function setLight(light: SceneLight, change: { on?: boolean; intensity?: number }, what: string, from: string, to: string): Promise<void> {
  const args = (on: boolean, intensity: number) => ({ name: light.name, on, intensity });
  const [on, intensity] = [change.on ?? light.on, change.intensity ?? -1];
  if (!await callOrToast('/surefoot/set_light', args(on, intensity))) return;
  did({
    label: text.inspect.lightChanged(light.name, what, from, to),
    undo: () => ask('/surefoot/set_light', args(light.on, light.intensity)),
    redo: () => ask('/surefoot/set_light', args(on, intensity)),
  });
}

export function LightSection({ light }: { light: SceneLight }) {
  const stateName = (on: boolean) => (on ? text.inspect.on : text.inspect.off);
  return (
    <>
      <h3 class="sec">{light.name}<span class="grow" /><span class="hint">{light.type}</span></h3>
      <div class="pr"><label for={`light-${light.name}`}>{text.inspect.lightOn}</label>
        <span class="with-was"><input id={`light-${light.name}`} class="flag" type="checkbox" checked={light.on}
          onChange={(event) => void setLight(light, { on: event.currentTarget.checked }, text.inspect.lightOn, stateName(light.on), stateName(!light.on))} /><span class="faint">{stateName(light.on)}</span></span></div>
      <div class="pr"><span class="label">{text.inspect.intensity}</span>
        <Slider label={`${text.inspect.intensity} of ${light.name}`} value={light.intensity} lower={0} upper={Math.max(2, light.intensity)}
          onChange={(to) => void setLight(light, { intensity: to }, text.inspect.intensity, light.intensity.toFixed(2), to.toFixed(2))} /></div>
    </>
  );
}

/** Gravity and lights. */
export function WorldSection() {
  return (
    <>
      <PropertySection place={{ entity: '', part: 'world' }} reason={false} />
      {(scene.value?.lights ?? []).filter((l) => l.name).map((light) => <LightSection key={light.name} light={light} />)}
    </>
  );
}
