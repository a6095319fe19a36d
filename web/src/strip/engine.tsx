import { useState } from 'preact/hooks';
import { text } from '../strings';
import { ask } from '../store/server';
import { status } from '../store/status';
import { setSeed, stepCount, switchEngine } from '../store/time';
import { engineText } from '../ui/format';
import { MenuItem } from '../ui/menu';
import { NumberField } from '../ui/number_field';
import { Popover } from '../ui/popover';

/** Engine, step and seed; a click opens the choice. */
export function EngineChoice() {
  const [engines, setEngines] = useState<string[] | null>(null);
  const now = status.value;
  const close = () => setEngines(null);
  const open = async () => {
    if (engines) return close();
    setEngines((await ask('/surefoot/get_engines', {}).catch(() => null))?.engines ?? []);
  };
  const rate = now && now.step_size > 0 ? String(Math.round(1 / now.step_size)) : '–';
  return (
    <div class="anchor wide">
      <button type="button" class="stat" aria-haspopup="dialog" aria-expanded={!!engines} data-tip="Engine, steps and seed" onClick={open}>
        <b>{now ? engineText(now.engine) : '–'}</b>{text.time.steps(rate)}
      </button>
      {engines && (
        <Popover role="dialog" label="Engine, steps and seed" onClose={close} style={{ bottom: '42px', left: 0, width: '230px' }}>
          <div class="cap">Engine, changed while it runs</div>
          {engines.map((engine) => (
            <MenuItem key={engine} checked={engine === now?.engine} onClick={() => { close(); void switchEngine(engine); }}>
              {engineText(engine)}
            </MenuItem>
          ))}
          <hr />
          <NumberField label="Step takes" unit="steps" value={stepCount.value} lower={1} upper={100000}
            onChange={(steps) => { stepCount.value = Math.round(steps); }} />
          <NumberField label="Seed" value={now?.seed ?? 0} lower={0} digits={15} onChange={(seed) => void setSeed(Math.round(seed))} />
          <div class="cap">Another seed restarts the run.</div>
        </Popover>
      )}
    </div>
  );
}
