import { useState } from 'preact/hooks';
import { text } from '../strings';
import { client, people, rename } from '../store/people';
import { personName } from '../store/settings';
import { status } from '../store/status';
import { Popover } from './popover';

/** The connected people, the robots they drive, and the user's own name. */
export function PeopleList({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState(personName.value);
  const drives = (id: string) => status.value?.holders.filter((h) => h.client === id).map((h) => h.robot).join(', ');
  return (
    <Popover role="dialog" label={text.people(people.value.length)} onClose={onClose} style={{ right: 0, top: '34px', width: '250px' }}>
      <form onSubmit={(event) => { event.preventDefault(); void rename(name.trim()); onClose(); }}>
        <label class="cap" for="person-name">Your name, as others see it</label>
        <div class="fld" style={{ margin: '2px 6px 6px' }}>
          <input id="person-name" value={name} maxLength={40} onInput={(event) => setName(event.currentTarget.value)}
            onBlur={() => { if (name.trim() !== personName.value) void rename(name.trim()); }} />
        </div>
      </form>
      {people.value.map((person) => (
        <div key={person.client} style={{ display: 'flex', gap: '8px', padding: '3px 8px' }}>
          <span>{person.name || person.client}</span>
          {person.client === client.value && <span class="chip a">you</span>}
          <span class="grow" />
          <span class="faint">{drives(person.client)}</span>
        </div>
      ))}
    </Popover>
  );
}
