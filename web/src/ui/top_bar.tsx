import { useState } from 'preact/hooks';
import { text } from '../strings';
import { client, initials, people } from '../store/people';
import { dialog, toggleTheme } from '../store/settings';
import { IconButton } from './button';
import { ControlBadge } from './control_badge';
import { Icon } from './icon';
import { PeopleList } from './people_list';
import { SaveState } from './save_state';
import { WorldMenu } from './world_menu';

function Logo() {
  return (
    <svg viewBox="0 0 26 20" aria-hidden="true">
      <circle cx="16" cy="10" r="7.6" fill="none" stroke="var(--real)" stroke-width="2" stroke-dasharray="3.2 2.4" />
      <circle cx="9.5" cy="10" r="8" fill="var(--accent)" />
      <circle cx="9.5" cy="10" r="2.4" fill="var(--surface)" />
    </svg>
  );
}

function People() {
  const [open, setOpen] = useState(false);
  const all = people.value;
  return (
    <div class="anchor">
      <button type="button" class="ppl" data-tip={text.people(all.length)} aria-expanded={open}
        onClick={() => setOpen(!open)}>
        <span class="hide">{text.people(all.length)}</span>
        {(all.length ? all : [{ client: '', name: '?' }]).slice(0, 4).map((person) => (
          <span class={`av${person.client === client.value ? ' me' : ''}`} key={person.client} aria-hidden="true">{initials(person.name || person.client)}</span>
        ))}
        {all.length > 4 && <span class="av" aria-hidden="true">+{all.length - 4}</span>}
      </button>
      {open && <PeopleList onClose={() => setOpen(false)} />}
    </div>
  );
}

export function TopBar() {
  return (
    <header class="top" data-region="top" tabIndex={-1}>
      <div class="brand"><Logo /><span>{text.product}</span></div>
      <span class="vsep" />
      <WorldMenu />
      <SaveState />
      <span class="grow" />
      <button type="button" class="find" onClick={() => { dialog.value = 'find'; }}>
        <Icon name="search" small /><span>{text.find}</span><kbd>Ctrl K</kbd>
      </button>
      <span class="grow" />
      <People />
      <ControlBadge />
      <IconButton icon="sunMoon" label={text.theme} onClick={toggleTheme} />
      <IconButton icon="help" label={text.help} keys="?" onClick={() => { dialog.value = 'keys'; }} />
    </header>
  );
}
