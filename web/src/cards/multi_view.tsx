import { text } from '../panels/strings';
import { status } from '../store/status';
import { topics } from '../store/topic_list';
import { Card } from './card';
import { Picture } from './sensor_cards';
import type { CardSpec } from './store';

const tile_height = 110, max_columns = 4, label = 16;

/** The camera's JPEG topic if it has one: a tenth of the size. */
function pictureOf(topic: string): { topic: string; type: string } | null {
  const there = (name: string) => topics.value.find((t) => t.name === name);
  const found = there(`${topic}/compressed`) ?? there(topic);
  return found ? { topic: found.name, type: found.type } : null;
}

/** Columns of a nearly square grid. */
export function columnsFor(count: number): number {
  return Math.max(1, Math.min(max_columns, Math.ceil(Math.sqrt(count))));
}

/** The pictures of all robots' cameras, side by side. */
export function MultiView({ spec }: { spec: CardSpec }) {
  const cameras = status.value?.cameras ?? [];
  const columns = columnsFor(cameras.length), rows = Math.max(1, Math.ceil(cameras.length / columns));
  const dropped = cameras.reduce((sum, camera) => sum + camera.dropped, 0);
  const width = Math.round(columns * tile_height * 1.3), height = rows * (tile_height + label);
  return (
    <Card spec={{ ...spec, title: text.cards.cameras }} icon="camera" width={width} height={height}
      aside={<span class={`rate${dropped ? ' stale' : ''}`}>{text.cards.pictures(cameras.length, dropped)}</span>}>
      {(w, h, large) => (
        <div class="multi-view" style={{ width: `${w}px`, height: `${h}px`, gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
          {cameras.length === 0 && <p class="wait faint">{text.cards.noCameras}</p>}
          {cameras.map((camera) => {
            const picture = pictureOf(camera.topic);
            const title = camera.name.split('::')[0]!;
            return picture && (
              <figure key={camera.topic} data-tip={text.cards.camera(camera.name, camera.rate, camera.taken, camera.dropped)}>
                <Picture spec={{ ...spec, ...picture, id: picture.topic, title, rate: camera.rate, ratio: 1.3 }}
                  width={Math.floor(w / columns) - 2} height={Math.floor(h / rows) - label} large={large} />
                <figcaption>{title}{camera.dropped > 0 && <span class="warn"> {text.cards.dropped(camera.dropped)}</span>}</figcaption>
              </figure>
            );
          })}
        </div>
      )}
    </Card>
  );
}
