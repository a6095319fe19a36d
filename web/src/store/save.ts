import { signal } from '@preact/signals';
import { text } from '../panels/strings';
import { ask } from './server';
import { status } from './status';
import { download } from './time';
import { toast } from './toasts';

/** The dialog for the file's name is open. */
export const saveOpen = signal(false);
/** The file last saved by this page. */
const lastFile = signal('');

export function usualFile(): string {
  return lastFile.value || `${(status.value?.world || 'world').replace(/\W+/g, '_')}.sdf`;
}

/** exists: the file exists already and was not changed. */
export async function save(file: string, overwrite: boolean): Promise<'saved' | 'exists' | { problem: string }> {
  const name = /\.sdf$/i.test(file) ? file : `${file}.sdf`;
  try {
    const answer = await ask('/surefoot/save_world', { file: name, overwrite }, 60);
    lastFile.value = name;
    const actions = answer.download ? [{ label: text.save.download, run: () => download(answer.download) }] : [];
    toast(text.save.saved(answer.file || name), { seconds: 10, actions });
    return 'saved';
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return !overwrite && /exist|there already|already there|overwrite/i.test(problem) ? 'exists' : { problem };
  }
}
