import { covered } from '../store/layout';
import { EventLog } from './event_log';
import { SensorCard } from './sensor_cards';
import { shownCards } from './store';

/** Sensor cards and the event log at the lower left of the view. */
export function Cards() {
  return (
    <div class="bottom-cards" style={{ left: `${covered.value.left}px` }}>
      {shownCards.value.map((spec) => (spec.kind === 'events' ? <EventLog key={spec.id} spec={spec} /> : <SensorCard key={spec.id} spec={spec} />))}
    </div>
  );
}
