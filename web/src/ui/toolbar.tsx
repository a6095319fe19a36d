import { useState } from 'preact/hooks';
import { text } from '../strings';
import { freeCentre } from '../store/layout';
import { watched } from '../store/people';
import { robots } from '../store/scene';
import { cameraMode, cards, followed, overlays, tool, type CameraMode, type Tool } from '../store/settings';
import { IconButton } from './button';
import { Icon, type IconName } from './icon';
import { MenuItem } from './menu';
import { Popover } from './popover';

const tools: { key: Tool; icon: IconName; keys: string }[] = [
  { key: 'select', icon: 'pointer', keys: 'V' }, { key: 'move', icon: 'move', keys: 'G' },
  { key: 'rotate', icon: 'rotate', keys: 'R' }, { key: 'push', icon: 'hand', keys: 'U' }, { key: 'measure', icon: 'ruler', keys: 'M' },
];

const more = ['frames', 'collisions', 'joints', 'cameras', 'sonar', 'uncertainty', 'grounds'] as const;

function MoreOverlays() {
  const [open, setOpen] = useState(false);
  return (
    <div class="anchor">
      <IconButton icon="layers" label={text.tools.more} expanded={open} onClick={() => setOpen(!open)} />
      {open && (
        <Popover label={text.tools.more} onClose={() => setOpen(false)} style={{ left: '-80px', top: '36px' }}>
          {more.map((key) => (
            <MenuItem key={key} checked={overlays[key].value} onClick={() => { overlays[key].value = !overlays[key].value; }}>
              {text.overlays[key]}
            </MenuItem>
          ))}
          <hr />
          <MenuItem checked={cards.value} onClick={() => { cards.value = !cards.value; }}>{text.overlays.cards}</MenuItem>
        </Popover>
      )}
    </div>
  );
}

function cameraText(mode: CameraMode, robot: string): string {
  if (mode === 'follow') return text.camera.follow(robot);
  return mode === 'first' ? text.camera.first(robot) : text.camera[mode];
}

function CameraChoice() {
  const [open, setOpen] = useState(false);
  const robot = watched.value;
  const choose = (mode: CameraMode, name = followed.value) => {
    cameraMode.value = mode;
    followed.value = name;
    setOpen(false);
  };
  const mode = robot ? cameraMode.value : 'orbit';
  return (
    <div class="anchor">
      <button type="button" class="menu-button" aria-haspopup="menu" aria-expanded={open} data-tip={text.tools.cameras}
        onClick={() => setOpen(!open)}>
        <Icon name="video" small />{cameraText(mode, robot)}<Icon name="chevronDown" small />
      </button>
      {open && (
        <Popover label={text.tools.cameras} onClose={() => setOpen(false)} style={{ right: 0, top: '36px', maxHeight: '60vh', overflow: 'auto' }}>
          <MenuItem checked={mode === 'orbit'} onClick={() => choose('orbit')}>{text.camera.orbit}</MenuItem>
          <MenuItem checked={mode === 'top'} onClick={() => choose('top')}>{text.camera.top}</MenuItem>
          {robots.value.slice(0, 30).map((r) => (
            <>
              <hr key={`${r.name}-`} />
              {(['follow', 'first'] as const).map((kind) => (
                <MenuItem key={r.name + kind} checked={mode === kind && robot === r.name} onClick={() => choose(kind, r.name)}>
                  {cameraText(kind, r.name)}
                </MenuItem>
              ))}
            </>
          ))}
        </Popover>
      )}
    </div>
  );
}

export function Toolbar() {
  return (
    <div class="tools" role="toolbar" aria-label={text.tools.label} style={{ left: `${freeCentre.value}px` }}>
      {tools.map(({ key, icon, keys }) => (
        <IconButton key={key} icon={icon} label={text.tools[key]} keys={keys} on={tool.value === key}
          onClick={() => { tool.value = key; }} />
      ))}
      <span class="vsep" />
      <IconButton icon="radar" label={text.tools.lidar} on={overlays.lidar.value}
        onClick={() => { overlays.lidar.value = !overlays.lidar.value; }} />
      <IconButton icon="arrowDown" label={text.tools.contacts} on={overlays.contacts.value}
        onClick={() => { overlays.contacts.value = !overlays.contacts.value; }} />
      <IconButton icon="route" label={text.tools.trails} on={overlays.trails.value}
        onClick={() => { overlays.trails.value = !overlays.trails.value; }} />
      <MoreOverlays />
      <span class="vsep" />
      <CameraChoice />
    </div>
  );
}
