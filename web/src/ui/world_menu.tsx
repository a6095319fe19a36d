import { useState } from 'preact/hooks';
import { text } from '../strings';
import { ask, callOrToast } from '../store/server';
import { status } from '../store/status';
import { forgetSteps } from '../store/undo';
import { Icon } from './icon';
import { MenuItem } from './menu';
import { Popover } from './popover';

interface World { name: string; uri: string }

/** A readable name: "Husky lab" for "husky_lab". */
export function worldTitle(name: string): string {
  const words = name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export async function availableWorlds(): Promise<World[]> {
  const { worlds } = await ask('/get_available_worlds', {});
  return worlds.map((w) => ({ name: w.name, uri: w.world_resource?.uri ?? w.uri ?? w.name }));
}

export async function loadWorld(uri: string): Promise<void> {
  const answer = await callOrToast('/load_world', { uri });
  if (!answer) return;
  forgetSteps();
  await callOrToast('/set_simulation_state', { state: { state: 1 } });
}

export function WorldMenu() {
  const [worlds, setWorlds] = useState<World[] | null>(null);
  const name = status.value?.world;
  const open = async () => {
    if (worlds) return setWorlds(null);
    setWorlds(await availableWorlds().catch(() => []));
  };
  return (
    <div class="anchor">
      <button type="button" class="menu-button" aria-haspopup="menu" aria-expanded={!!worlds} data-tip={text.world.choose} onClick={open}>
        <Icon name="map" />{name ? worldTitle(name) : text.world.none}<Icon name="chevronDown" small />
      </button>
      {worlds && (
        <Popover label={text.world.choose} onClose={() => setWorlds(null)} style={{ left: 0, top: '34px', maxHeight: '70vh', overflow: 'auto' }}>
          {worlds.map((world) => (
            <MenuItem key={world.uri} checked={world.name === name}
              onClick={() => { setWorlds(null); void loadWorld(world.uri); }}>{worldTitle(world.name)}</MenuItem>
          ))}
        </Popover>
      )}
    </div>
  );
}
