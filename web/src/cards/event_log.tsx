import { useState } from 'preact/hooks';
import { text } from '../panels/strings';
import { events } from '../store/events';
import { findModel } from '../store/scene';
import { select } from '../store/selection';
import { clockText } from '../ui/format';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { Card } from './card';
import type { CardSpec } from './store';

const max_shown = 200;

/** Events, the newest first. */
export function EventLog({ spec }: { spec: CardSpec }) {
  const [grave, setGrave] = useState(false);
  const all = events.value;
  const shown = (grave ? all.filter((e) => e.severity !== 'info') : all).slice(-max_shown).reverse();
  return (
    <Card spec={{ ...spec, title: text.cards.events }} icon="scroll" width={330} height={180}
      aside={<><span class="rate">{text.cards.of(shown.length, all.length)}</span><IconButton small icon="triangle" label={text.cards.onlyErrors} on={grave} onClick={() => setGrave(!grave)} /></>}>
      {(width, height) => (
        <ol class="log" tabIndex={0} aria-label={text.cards.events} style={{ width: `${width}px`, height: `${height}px` }}>
          {shown.length === 0 && <li class="faint">{text.cards.noEvents}</li>}
          {shown.map((event, i) => (
            <li key={all.length - i}>
              <span class="m">{clockText(event.time)}</span>
              {event.severity === 'error' && <Icon name="octagon" small class="danger" />}
              {event.severity === 'warning' && <Icon name="triangle" small class="warn" />}
              {event.entity && findModel(event.entity)
                ? <button type="button" class="plain" onClick={() => select({ model: event.entity, part: '', name: '' })}>{event.text}</button>
                : <span>{event.text}</span>}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
