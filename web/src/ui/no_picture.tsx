import { Picture } from '../cards/sensor_cards';
import { usualCards } from '../cards/store';
import { cannotDraw } from '../scene/start';
import { text } from '../strings';

/** Without WebGL 2: the picture of the robot's camera, as large as possible. */
export function NoPicture() {
  if (!cannotDraw.value) return null;
  const camera = usualCards.value.find((c) => c.kind === 'image');
  return (
    <div class="no-3d" role="status">
      {camera && <Picture spec={camera} width={640} height={400} large />}
      <p>{text.cannotDraw}</p>
    </div>
  );
}
