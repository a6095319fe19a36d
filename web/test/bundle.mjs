// The size of the files that browsers load, and their types.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDir, check, run, sourceDir } from './harness.mjs';

const max = 300e3;

await run('bundle', async () => {
  const folder = join(buildDir, 'web');
  const names = readdirSync(folder);
  const scripts = names.filter((name) => name.endsWith('.js.gz'));
  const size = scripts.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  console.log(`scripts: ${(size / 1e3).toFixed(1)} kB compressed`);
  check(scripts.length > 0 && size <= max, `scripts have ${size} bytes compressed; ${max} are allowed`);
  for (const name of names.filter((n) => /\.(js|css|html)$/.test(n))) check(names.includes(`${name}.gz`), `${name} has no .gz beside it`);
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  check(!/https?:\/\/(?!www\.w3\.org)/.test(html), 'index.html asks for something from outside');
  const tsc = join(sourceDir, 'web/node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--noEmit', '-p', join(sourceDir, 'web')], { stdio: 'inherit' });
});
