import { covered } from '../store/layout';
import { EventLog } from './event_log';
import { MultiView } from './multi_view';
import { SensorCard } from './sensor_cards';
import { shownCards, type CardSpec } from './store';

const views: Partial<Record<CardSpec['kind'], typeof SensorCard>> = { events: EventLog, cameras: MultiView };

/** Sensor cards and the event log at the lower left of the view. */
export function Cards() {
  return (
    <div class="bottom-cards" style={{ left: `${covered.value.left}px` }}>
      {shownCards.value.map((spec) => {
        const Shown = views[spec.kind] ?? SensorCard;
        return <Shown key={spec.id} spec={spec} />;
      })}
    </div>
  );
}
