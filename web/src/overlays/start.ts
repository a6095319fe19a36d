import { effect } from '@preact/signals';
import { overlays as shown } from '../store/settings';
import { MotionMeter } from '../drive/motion';
import type { View } from '../scene/view';
import { Contacts } from './contacts';
import { GapPaths } from './gap_paths';
import { GhostRobot } from './ghost';
import { GroundMaps } from './ground_maps';
import { startLinkMarks } from './lines';
import { LidarPoints } from './points';
import { SelectionTag } from './selection_tag';
import { SonarCones } from './sonar';
import { Trails } from './trails';
import { Uncertainty } from './uncertainty';

export function startOverlays(view: View): void {
  view.addOverlays(new Trails(view), new LidarPoints(view), new SonarCones(view), new Uncertainty(view), new GhostRobot(view), new GapPaths(view),
    new SelectionTag(view), new MotionMeter(view));
  let contacts: Contacts | null = null;
  // Created when first shown: each of them needs another shader.
  effect(() => { if (shown.contacts.value) contacts ??= new Contacts(view); });
  startLinkMarks(view);
  new GroundMaps(view);
}
