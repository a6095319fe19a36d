import { useState } from 'preact/hooks';
import { plots, plotsAreChosen, usualPlots } from '../store/plots';
import { driven } from '../store/people';
import { byInterest, topics } from '../store/topic_list';
import { status } from '../store/status';
import { Button } from '../ui/button';
import { FilterField } from '../ui/filter_field';
import { toast } from '../store/toasts';
import { Plot } from './plot';
import { text } from './strings';
import { TopicRow } from './topic_row';

function NoTopics() {
  const command = `rosbridge ws://${location.host}`;
  return (
    <div class="empty">
      <p>{text.topics.none}</p>
      <pre class="code m">{command}</pre>
      <Button small icon="copy" onClick={() => { void navigator.clipboard?.writeText(command); toast(text.topics.copied); }}>{text.topics.copy}</Button>
    </div>
  );
}

/** Plots above, all topics below. */
export function TopicsPanel() {
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const all = byInterest(topics.value, driven.value);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = all.filter((t) => words.every((w) => `${t.name} ${t.type}`.toLowerCase().includes(w)));
  const toggle = (name: string) => {
    const names = new Set(open);
    if (!names.delete(name)) names.add(name);
    setOpen(names);
  };
  return (
    <>
      <div class="plots">
        {plots.value.map((spec, i) => <Plot key={spec.id} spec={spec} times={i === 0} />)}
        {plotsAreChosen.value && (
          <div class="plots-foot"><Button kind="link" onClick={usualPlots}>{text.plots.usual}</Button></div>
        )}
      </div>
      <FilterField label={text.topics.filter(all.length)} value={filter} onChange={setFilter} wide />
      {all.length === 0 && status.value ? <NoTopics />
        : <div class="scroll topics" role="list" aria-label={text.topics.list} tabIndex={0}>
            {shown.map((topic) => (
              <TopicRow key={topic.name} topic={topic} open={open.has(topic.name)} onToggle={() => toggle(topic.name)} />
            ))}
            {all.length > 0 && shown.length === 0 && <p class="empty">{text.filterNone(filter)}</p>}
          </div>}
    </>
  );
}
