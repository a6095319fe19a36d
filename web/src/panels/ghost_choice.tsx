import { useState } from 'preact/hooks';
import type { RecordingInfo } from '../net/messages';
import { ghost, hideGhost, showGhost } from '../store/ghost';
import { callOrToast } from '../store/server';
import { IconButton } from '../ui/button';
import { MenuItem } from '../ui/menu';
import { Popover } from '../ui/popover';
import { text } from './strings';

/** Choice of the recorded poses that are drawn as a violet ghost. */
export function GhostChoice({ info, name }: { info: RecordingInfo; name: string }) {
  const [topics, setTopics] = useState<string[] | null>(null);
  const shown = ghost.value?.file === info.file ? ghost.value.topic : '';
  const open = async () => {
    if (topics) return setTopics(null);
    const opened = await callOrToast('/surefoot/recordings/open', { file: info.file }, 60);
    if (opened) setTopics(opened.pose_topics);
  };
  const choose = (topic: string) => {
    setTopics(null);
    if (topic) void showGhost(info.file, topic);
    else hideGhost();
  };
  return (
    <span class="anchor">
      <IconButton small icon="ghost" label={text.recordings.ghost(name)} on={!!shown} expanded={!!topics} onClick={() => void open()} />
      {topics && (
        <Popover label={text.recordings.ghostFrom} onClose={() => setTopics(null)} style={{ right: 0, top: '28px' }}>
          <p class="cap">{topics.length ? text.recordings.ghostFrom : text.recordings.noPose}</p>
          {shown && <MenuItem checked={false} onClick={() => choose('')}>{text.recordings.noGhost}</MenuItem>}
          {topics.map((topic) => <MenuItem key={topic} checked={topic === shown} onClick={() => choose(topic)}>{topic}</MenuItem>)}
        </Popover>
      )}
    </span>
  );
}
