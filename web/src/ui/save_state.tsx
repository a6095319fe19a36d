import { useState } from 'preact/hooks';
import { text as all } from '../strings';
import { text } from '../panels/strings';
import { save, saveOpen, usualFile } from '../store/save';
import { lost, status } from '../store/status';
import { Button } from './button';
import { Popover } from './popover';

function stateText(): string {
  if (lost.value) return all.world.offline;
  if (!status.value) return all.world.connecting;
  return status.value.unsaved_edits > 0 ? all.world.unsaved(status.value.unsaved_edits) : all.world.saved;
}

function SaveForm() {
  const [file, setFile] = useState(usualFile());
  const [problem, setProblem] = useState('');
  const [exists, setExists] = useState(false);
  const close = () => { saveOpen.value = false; };
  const run = async (overwrite: boolean) => {
    const result = await save(file.trim(), overwrite);
    if (result === 'saved') return close();
    setExists(result === 'exists');
    setProblem(result === 'exists' ? text.save.exists(file.trim()) : result.problem);
  };
  return (
    <Popover role="dialog" label={text.save.save} onClose={close} style={{ left: 0, top: '34px', width: '290px' }}>
      <form class="save-form" onSubmit={(event) => { event.preventDefault(); void run(exists); }}>
        <label class="cap" for="save-file">{text.save.name}</label>
        <div class="fld"><input id="save-file" value={file} spellcheck={false} onInput={(event) => { setFile(event.currentTarget.value); setExists(false); setProblem(''); }} /></div>
        {problem && <p class={exists ? 'warn' : 'danger'} role="alert">{problem}</p>}
        <div class="save-buttons"><Button onClick={close}>{text.save.cancel}</Button>
          <Button kind="primary" reason={!file.trim() && 'Enter a name'} onClick={() => void run(exists)}>{exists ? text.save.overwrite : text.save.button}</Button></div>
      </form>
    </Popover>
  );
}

/** "Saved" or "1 unsaved edit"; a click, or Ctrl S, saves the world. */
export function SaveState() {
  return (
    <div class="anchor">
      <button type="button" class="saved" aria-expanded={saveOpen.value} aria-haspopup="dialog" data-tip={text.save.tip} data-keys="Ctrl S" onClick={() => { saveOpen.value = !saveOpen.value; }}>{stateText()}</button>
      {saveOpen.value && <SaveForm />}
    </div>
  );
}
