// node build.mjs FOLDER: makes the page. FOLDER gets index.html, hashed .js, .css and fonts, and beside each
// text file its .gz, which the web gateway sends to browsers that accept it.
import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2];
if (!folder) {
  console.error('usage: node build.mjs FOLDER');
  process.exit(2);
}

/** import play from 'icon:play' returns the content of that Lucide icon. */
const icons = {
  name: 'icons',
  setup(build) {
    build.onResolve({ filter: /^icon:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'icon' }));
    build.onLoad({ filter: /.*/, namespace: 'icon' }, ({ path }) => {
      const svg = readFileSync(join(here, 'node_modules/lucide-static/icons', `${path}.svg`), 'utf8');
      const inside = svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
      return { contents: inside.replace(/\s*\n\s*/g, ''), loader: 'text' };
    });
  },
};

mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });

const result = await build({
  entryPoints: { page: join(here, 'src/main.tsx') },
  outdir: folder,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2021',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
  plugins: [icons],
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
});

const outputs = Object.keys(result.metafile.outputs).map((name) => basename(name));
const one = (ending) => outputs.find((name) => name.endsWith(ending));
const font = outputs.find((name) => name.includes('next') && name.endsWith('.woff2'));
const html = readFileSync(join(here, 'src/index.html'), 'utf8')
  .replace('{{css}}', one('.css'))
  .replace('{{js}}', one('.js'))
  .replace('{{font}}', font);
writeFileSync(join(folder, 'index.html'), html);

// What a user can do in the page, derived from the graphics and services that its program uses: `surefoot info` and the
// study of simulators read it, so that they claim only what the page offers.
const program = readFileSync(join(folder, one('.js')), 'utf8');
const needs = {
  visualize: 'webgl2',
  start: '/set_simulation_state',
  stop: '/set_simulation_state',
  step: '/step_simulation',
  'add models': '/spawn_entity',
};
const abilities = Object.keys(needs).filter((ability) => program.includes(needs[ability]));
writeFileSync(join(folder, 'abilities.txt'), abilities.map((ability) => `${ability}\n`).join(''));
for (const name of readdirSync(folder)) {
  if (name.endsWith('.woff2')) continue;
  writeFileSync(join(folder, `${name}.gz`), gzipSync(readFileSync(join(folder, name)), { level: 9 }));
}
