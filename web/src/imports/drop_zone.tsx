import { useEffect, useState } from 'preact/hooks';
import { text } from '../panels/strings';
import { Icon } from '../ui/icon';
import { droppedFiles } from './gather';
import { bring, bringing } from './store';

const hasFiles = (event: DragEvent) => !!event.dataTransfer?.types.includes('Files');

/** Accepts files dropped anywhere on the page, and shows so while they are dragged over it. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let left = 0;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      clearTimeout(left);
      setOver(true);
    };
    const leave = () => { left = window.setTimeout(() => setOver(false), 80); };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      void droppedFiles(event.dataTransfer!).then(({ files, paths }) => bring(files, paths));
    };
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  if (!over && !bringing.value) return null;
  return (
    <div class={`drop-veil${over ? '' : ' busy'}`} role="status">
      <div><Icon name="folderUp" />{over ? <><b>{text.imports.dropHere}</b><span class="dim">{text.imports.dropHint}</span></> : <b>{bringing.value}</b>}</div>
    </div>
  );
}

/** A button to choose files instead of dropping them. */
export function ChooseFiles({ children, label }: { children: preact.ComponentChildren; label: string }) {
  return (
    <label class="dropz">
      <Icon name="folderUp" /><span>{children}</span>
      <input type="file" multiple aria-label={label} class="hide" onChange={(event) => {
        const files = [...(event.currentTarget.files ?? [])];
        event.currentTarget.value = '';
        if (files.length) void bring(files, files.map((f) => f.name));
      }} />
    </label>
  );
}
