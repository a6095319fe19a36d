import { startEvents } from './events';
import { startGap } from './gap_actions';
import { startLibrary } from './library';
import { startPeople } from './people';
import { startScene } from './scene';
import { startSelection } from './selection';
import { linkState, server } from './server';
import { startSettings } from './settings';
import { startStatus } from './status';
import { startTopics } from './topics';

/** Connects the stores with the server. */
export function startStores(): void {
  server.onState = (state) => { linkState.value = state; };
  startSettings();
  startStatus();
  startScene();
  startEvents();
  startTopics();
  startLibrary();
  startPeople();
  startSelection();
  startGap();
  void server.tryConnect();
}
