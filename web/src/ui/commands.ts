import { hasDocs } from '../store/access';
import { redo, undo } from '../store/undo';
import { reset, setSpeed, speeds, step, stepBack, toggleRecord, togglePlay } from '../store/time';
import { togglePanels } from '../store/layout';
import { hidden, setHidden } from '../store/scene';
import { selected, selectUp } from '../store/selection';
import { releaseControl, takeControl } from '../store/people';
import {
  cameraMode, cards, dialog, followed, leftOpen, leftTab, overlays, quality, rightOpen, rightTab, toggleTheme, tool, type RightTab, type Tool,
} from '../store/settings';
import { view } from '../scene/start';
import { frameItem } from '../scene/pointer';
import { toggleCameras, toggleLog } from '../cards/store';
import { duplicateSelected, removeSelected } from '../store/edit';
import { saveOpen } from '../store/save';

/** A command with an optional key, listed in "Find or do anything". */
export interface Command { title: string; keys?: string; group: string; run: () => void; available?: () => boolean }

/** Pages of the documentation, relative to /docs/ (docs/ of the source tree). */
export const docsPages = [
  { title: 'Documentation', page: '' },
  { title: 'Documentation: first drive', page: 'start/1_first_drive.html' },
  { title: 'Documentation: how to', page: 'guides/how_to.html' },
  { title: 'Documentation: this page', page: 'guides/page.html' },
];

function openDocs(page: string): () => void {
  return () => { window.open(`/docs/${page}`, '_blank', 'noopener'); };
}

function setTool(key: Tool): () => void {
  return () => { tool.value = key; };
}

function frameSelected(): void {
  if (selected.value && view.value) frameItem(view.value, selected.value);
}

function followSelected(): void {
  if (selected.value?.model) followed.value = selected.value.model;
  cameraMode.value = 'follow';
}

function hideSelected(): void {
  const model = selected.value?.model;
  if (model) setHidden(model, !hidden.value.has(model));
}

function show(tab: RightTab): void {
  rightOpen.value = true;
  rightTab.value = tab;
}

export const commands: Command[] = [
  { group: 'Time', title: 'Play or pause', keys: 'Space', run: () => void togglePlay() },
  { group: 'Time', title: 'Step forward', keys: '.', run: () => void step() },
  { group: 'Time', title: 'Step back', keys: ',', run: () => void stepBack() },
  ...speeds.map((speed, i) => ({
    group: 'Time', title: `Speed ${['1/4', '1', '4', 'max'][i]}`, keys: String(i + 1), run: () => void setSpeed(speed),
  })),
  { group: 'Time', title: 'Reset', keys: 'Backspace', run: () => void reset() },
  { group: 'Time', title: 'Record or stop recording', keys: 'Shift B', run: () => void toggleRecord() },
  { group: 'View', title: 'Select', keys: 'V', run: setTool('select') },
  { group: 'View', title: 'Move', keys: 'G', run: setTool('move') },
  { group: 'View', title: 'Rotate', keys: 'R', run: setTool('rotate') },
  { group: 'View', title: 'Push by dragging', keys: 'U', run: setTool('push') },
  { group: 'View', title: 'Measure', keys: 'M', run: setTool('measure') },
  { group: 'View', title: 'Frame the selection', keys: 'F', run: frameSelected },
  { group: 'View', title: 'Follow the selection', keys: 'Shift F', run: followSelected },
  { group: 'View', title: 'Hide or show the selection', keys: 'H', run: hideSelected },
  { group: 'View', title: 'Camera: orbit', run: () => { cameraMode.value = 'orbit'; } },
  { group: 'View', title: 'Camera: from above', run: () => { cameraMode.value = 'top'; } },
  { group: 'View', title: 'Camera: aboard', run: () => { cameraMode.value = 'first'; } },
  { group: 'View', title: 'Left panel', keys: '[', run: () => { leftOpen.value = !leftOpen.value; } },
  { group: 'View', title: 'Right panel', keys: ']', run: () => { rightOpen.value = !rightOpen.value; } },
  { group: 'View', title: 'Both panels', keys: '\\', run: togglePanels },
  { group: 'View', title: 'Event log', keys: 'L', run: toggleLog },
  { group: 'View', title: 'All cameras side by side', keys: 'Shift C', run: toggleCameras },
  { group: 'View', title: 'Sensor cards', run: () => { cards.value = !cards.value; } },
  { group: 'View', title: 'Topics', keys: 'T', run: () => show('topics') },
  { group: 'View', title: 'Reality gap', keys: 'P', run: () => show('gap') },
  { group: 'View', title: 'Inspector', keys: 'I', run: () => show('inspect') },
  { group: 'View', title: 'Library', run: () => { leftOpen.value = true; leftTab.value = 'library'; } },
  { group: 'View', title: 'Recordings', run: () => { leftOpen.value = true; leftTab.value = 'recordings'; } },
  ...Object.entries({ lidar: 'LiDAR points', contacts: 'Contacts and forces', trails: 'Trails', frames: 'Frames',
    collisions: 'Collision shapes', joints: 'Joint axes', cameras: 'Camera views', sonar: 'Sonar cones',
    uncertainty: 'Uncertainty of odometry', tracks: 'Wheel tracks', grounds: 'Soils and grounds' }).map(([key, title]) => ({
    group: 'Show', title, run: () => { const shown = overlays[key as keyof typeof overlays]; shown.value = !shown.value; },
  })),
  { group: 'Edit', title: 'Undo', keys: 'Ctrl Z', run: () => void undo() },
  { group: 'Edit', title: 'Redo', keys: 'Shift Ctrl Z', run: () => void redo() },
  { group: 'Edit', title: 'Duplicate the selection', keys: 'Ctrl D', run: () => void duplicateSelected() },
  { group: 'Edit', title: 'Delete the selection', keys: 'Delete', run: () => void removeSelected() },
  { group: 'Edit', title: 'Select the parent', keys: 'Esc', run: selectUp },
  { group: 'Edit', title: 'Save the world', keys: 'Ctrl S', run: () => { saveOpen.value = true; } },
  { group: 'Control', title: 'Take control', run: () => void takeControl() },
  { group: 'Control', title: 'Release the robot', run: () => void releaseControl() },
  { group: 'Page', title: 'Find or do anything', keys: 'Ctrl K', run: () => { dialog.value = 'find'; } },
  { group: 'Page', title: 'Keyboard map', keys: '?', run: () => { dialog.value = 'keys'; } },
  ...docsPages.map(({ title, page }) => ({ group: 'Page', title, run: openDocs(page), available: () => hasDocs.value })),
  { group: 'Page', title: 'Light or dark', run: toggleTheme },
  { group: 'Page', title: 'Best picture, however slow', run: () => {
    quality.value = quality.value === 'high' ? 'auto' : 'high';
    location.reload();
  } },
];
