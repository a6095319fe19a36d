import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/strip.css';
import './styles/sheets.css';
import './styles/panels.css';
import 'uplot/dist/uPlot.min.css';
import './styles/plots.css';
import './styles/gap.css';
import './styles/import.css';
import { render } from 'preact';
import { startDriving } from './drive/drive';
import { startGamepad } from './drive/gamepad';
import { startLayout } from './store/layout';
import { startStores } from './store/start';
import { App } from './ui/app';
import { startKeyboard } from './ui/keyboard';
import { startLiveRegion } from './ui/live_region';
import { watchRun } from './ui/lost';
import { startView } from './scene/start';

/** Resolves after the next paint, or soon if nothing is painted because the tab is hidden. */
function afterPaint(task: () => void): void {
  const hidden = setTimeout(task, 1000);
  requestAnimationFrame(() => setTimeout(() => { clearTimeout(hidden); task(); }));
}

startLayout();
startStores();
render(<App />, document.getElementById('page')!);
// With software rendering the view takes a second or more to start; the page does not wait for it.
let viewStarted = false;
afterPaint(() => {
  if (!viewStarted) startView(document.getElementById('view') as HTMLCanvasElement);
  viewStarted = true;
});
startKeyboard();
startDriving();
startGamepad();
startLiveRegion();
watchRun();
