// node gap.mjs PROGRAM SOURCE_DIR BUILD_DIR: the reality gap. A run on slippery ground is recorded, dropped onto the page that shows
// the same robot on grippy ground, compared by the real command, and the gap is closed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { axe, call, check, finish, near, openPage, sceneReady, startServer, until } from './helpers.mjs';

const [, , program, source, build] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'surefoot_gap_'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const surefoot = (args) => execFileSync(program, args, { cwd: folder, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] }).toString();

// The page's computations, as a module.
await bundle({ entryPoints: [join(source, 'web/src/store/gap_math.ts')], outfile: join(folder, 'gap_math.mjs'), bundle: true, format: 'esm', logLevel: 'error' });
const math = await import(join(folder, 'gap_math.mjs'));

/** Equal to the program's numbers, which are printed with six digits. */
function sameAsProgram(result, what) {
  for (const q of result.quantities) {
    const mine = math.judge(q, q.tolerance, result.mode === 'restarts' ? result.every : 0);
    const off = (a, b) => Math.max(0, ...a.map((v, i) => Math.abs(v - b[i])));
    check(mine.c.length === q.c.length && off(mine.c, q.c) < 1e-5 && off(mine.lower, q.lower) < 1e-5, `${what}: c and its bound of ${q.name} are those of the program (${off(mine.lower, q.lower)})`);
    check(mine.kind === q.kind && (mine.crossing ?? -1) === (q.crossing ?? -1), `${what}: ${q.name} is ${q.kind} at ${q.crossing}: ${mine.kind} ${mine.crossing}`);
  }
}

// "Reality": a floor on which the wheels slip more.
const robot = 'husky';
const world = (mu) => readFileSync(join(source, 'worlds/flat.sdf'), 'utf8').replace(/<surefoot:command[^>]*>/g, '').replace('<max_step_size>0.001', '<max_step_size>0.002')
  .replace(/<mu>1<\/mu><mu2>1<\/mu2>/, `<mu>${mu}</mu><mu2>${mu}</mu2>`);
const real_friction = 0.08, our_friction = 0.3;
writeFileSync(join(folder, 'real.sdf'), world(real_friction));
writeFileSync(join(folder, 'lab.sdf'), world(our_friction));
surefoot(['run', 'real.sdf', '--duration', '34', '--publish', `/${robot}/cmd_vel=linear.x:1,angular.z:0.8`, '--record', 'yard_run.mcap', '--quiet',
  '--topics', `/${robot}/cmd_vel`, '--topics', '/surefoot/*']);
const recording = readFileSync(join(folder, 'yard_run.mcap'));

const server = await startServer(program, `${build}/web`, [join(folder, 'lab.sdf')]);
const page = await openPage(server.url, { draw: false });
check(await sceneReady(page), 'the scene comes');

// Nothing yet: P opens the panel, which says what to do.
await page.locator('#view').focus();
await page.keyboard.press('p');
check(await page.getByRole('tab', { name: 'Reality gap' }).getAttribute('aria-selected') === 'true', 'P opens the panel');
check(await until(() => page.getByText('Nothing compared yet').isVisible()), 'an empty panel says what to do');
await axe(page, 'the empty panel');

// A dropped recording is uploaded, listed and compared.
await page.evaluate((base64) => {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), transfer = new DataTransfer();
  transfer.items.add(new File([bytes], 'yard_run.mcap'));
  for (const type of ['dragenter', 'dragover', 'drop']) document.querySelector('#view').dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}, recording.toString('base64'));
check(await until(() => page.getByRole('tab', { name: 'Recordings' }).getAttribute('aria-selected').then((v) => v === 'true')), 'a dropped recording opens Recordings');
check(await until(() => page.getByText('Comparing yard_run.mcap').isVisible(), 60), 'it is compared by itself');
const verdict = page.locator('#gap-verdict');
check(await until(() => verdict.isVisible(), 300), `the verdict appears; else: ${await page.locator('#right-panel').innerText()}`);
/** The visible text, without the options of a select. */
const said = () => verdict.evaluate((h) => { const copy = h.cloneNode(true); copy.querySelectorAll('select').forEach((s) => s.remove()); return copy.textContent.replace(/\s+/g, ' ').trim(); });
const sentence = await said();
console.log(`     ${sentence}`);
check(/^(Trust|Do not trust) position to /.test(sentence), 'as a sentence');
check(await page.locator('.gap-head').innerText().then((t) => /yard_run\.mcap/.test(t) && /aligned|own frame/.test(t)), 'beside the recording and how well it is aligned');
const status = async () => (await call(page, '/surefoot/status')).state;
check(await status() === 'playing', 'the simulation went on meanwhile');

// The same by the command, compared with the page's numbers.
const measure = (args) => JSON.parse(surefoot(['gap', '--real', 'yard_run.mcap', '--world', 'lab.sdf', '--model', robot, '--json', '--quiet', ...args]));
const result = measure([]);
sameAsProgram(result, 'as measured');
check(result.quantities[0].sentence === sentence, `the command says the same: ${result.quantities[0].sentence}`);

// Another tolerance, typed in place: takes effect at once, with the result of the command.
const wide = 0.5;
const before = await page.locator('#gap-curve .line').getAttribute('points');
await page.locator('#gap-tolerance').click();
await page.keyboard.type('50 cm');
const widened = measure(['--tolerance', `position=${wide}`]);
check(await until(async () => (await page.locator('#gap-curve .line').getAttribute('points')) !== before, 2), 'the curve follows while it is typed');
await page.keyboard.press('Enter');
sameAsProgram(widened, 'with 50 cm');
check(await until(async () => (await said()) === widened.quantities[0].sentence, 3), `the verdict follows: ${await said()}; ${widened.quantities[0].sentence}`);
await page.locator('#gap-tolerance').focus();
await page.keyboard.press('Enter');
await page.keyboard.type('lots');
check(await page.getByRole('alert').filter({ hasText: 'Not a tolerance' }).isVisible(), 'an invalid tolerance is reported');
await page.keyboard.press('Escape');
check((await said()).includes('50 cm'), 'and changes nothing');

await page.locator('#gap-tolerance').click();
await page.keyboard.type('5 cm');
await page.keyboard.press('Enter');
check(await said() === sentence, 'and back');

// What would close the gap.
await page.getByRole('button', { name: 'Calibrate' }).click();
const fixes = page.locator('.fix');
check(await until(() => fixes.count().then((n) => n > 0), 500), `parameters are fitted: ${await page.locator('.gap-close').innerText()}`);
const friction = fixes.filter({ hasText: 'Ground friction' });
const printed = (await friction.innerText()).replace(/\s+/g, ' ');
console.log(`     ${printed}`);
const [, was, fitted, closes] = printed.match(/([\d.]+) → ([\d.]+).*closes (-?\d+) %/).map(Number);
near(was, our_friction, 1e-6, 'friction was');
near(fitted, real_friction, 0.03, 'friction is found');
check(closes > 50, `and closes most of the gap: ${closes} %`);

// Try: a branch, which leaves the world unchanged.
const mu = async () => (await call(page, '/surefoot/edit/properties', { entity: 'floor', part: 'link:link' })).properties.find((p) => p.name === 'mu').value[0];
await friction.getByRole('button', { name: /^Try/ }).click();
check(await until(() => page.getByText('The world has not changed.').isVisible(), 300), 'Try shows a branch');
check(await mu() === our_friction, 'and does not edit the world');
const tried = (await said());
console.log(`     tried: ${tried}`);
const seconds = (text) => (/whole/.test(text) ? 99 : /Do not/.test(text) ? 0 : Number(text.match(/for ([\d.]+) s/)?.[1]));
check(seconds(tried) > seconds(sentence), 'with more trust than before');
check((await page.locator('.note.branch').innerText()).includes(`trust lasts ${seconds(sentence)} s`), 'which is shown beside it');

// The branch is replayed: both robots, ribbon, now.
check(await until(() => page.getByText('Driven by recording').isVisible()), 'the replay is shown at the top');
check(await page.locator('#trust-legend').isVisible(), 'the ribbon has its legend');
const ribbon = () => page.evaluate(() => {
  const canvas = document.querySelector('#timeline'), x = canvas.getContext('2d');
  const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(accent.slice(i, i + 2), 16));
  const row = x.getImageData(0, Math.round(14 * devicePixelRatio), canvas.width, 1).data;
  let solid = 0, runs = 0, last = false;
  for (let i = 0; i < canvas.width; i++) {
    const is = Math.abs(row[4 * i] - r) + Math.abs(row[4 * i + 1] - g) + Math.abs(row[4 * i + 2] - b) < 12;
    if (is && !last) runs++;
    if (is) solid++;
    last = is;
  }
  return { solid, runs, width: canvas.width };
});
await page.locator('#timeline').focus();
await page.keyboard.press('End');
await until(async () => (await ribbon()).runs >= 2, 10);
const drawn = await ribbon();
check(drawn.runs >= 2, `the ribbon starts again at each restart: ${JSON.stringify(drawn)}`);
check(/trusted/.test(await page.locator('#timeline').getAttribute('aria-valuetext')), 'and is stated in words');
await page.keyboard.press('Home');
const ghostOf = () => page.evaluate(() => {
  const tags = [...document.querySelectorAll('#tags .tag')].filter((t) => t.style.display !== 'none').map((t) => t.textContent);
  let violet = 0;
  window.surefoot.view.world.traverse((o) => { if (o.isMesh && o.visible && o.material.color?.getHexString?.() === '7a2fd0') violet++; });
  return { tags, violet };
});
check(await until(async () => { const g = await ghostOf(); return g.violet > 2 && g.tags.includes('Real') && g.tags.includes('Simulated'); }), `real and simulated robot are drawn: ${JSON.stringify(await ghostOf())}`);
await page.keyboard.press('PageUp');
check(await page.locator('#gap-curve .now').count() === 1, 'the curve has its now');
const slider = page.getByRole('slider', { name: 'Opacity of the ghost' });
await slider.focus();
await page.keyboard.press('ArrowRight');
check(Number(await slider.inputValue()) > 0.42, 'the ghost can be made denser by keys');
await axe(page, 'the panel in a branch');
await page.getByRole('button', { name: 'Back', exact: true }).click();
check(!await page.locator('.note.branch').isVisible(), 'and back to the world as it is');
await page.getByRole('button', { name: 'Back to the running world' }).click();

// The report is a separate page, if the command writes one.
measure(['--out', 'report']);
const report = page.getByRole('button', { name: 'Report' });
if (existsSync(join(folder, 'report/gap.html'))) {
  const [download] = await Promise.all([page.waitForEvent('download'), report.click()]);
  const html = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  check(/<html/i.test(html) && html.includes('to 5 cm for'), 'the report can be saved, and has the verdict');
} else {
  check(await report.getAttribute('aria-disabled') === 'true', 'without a report there is none to save');
}

// The fix: the world is edited in one step, and the recording drives the robot.
check(await fixes.locator('input:checked').count() === 1 && await friction.locator('input').isChecked(), 'the best one is ticked');
for (const box of await fixes.locator('input[type=checkbox]').all()) await box.setChecked(false);
check(await page.getByRole('button', { name: 'Replay with fix' }).getAttribute('aria-disabled') === 'true', 'with nothing ticked there is nothing to apply');
await friction.locator('input[type=checkbox]').setChecked(true);
await page.getByRole('button', { name: 'Replay with fix' }).click();
check(await until(async () => Math.abs(await mu() - fitted) < 0.01), 'the ticked change is in the world');
check(await until(() => page.getByRole('button', { name: 'Driven by recording' }).isVisible()), 'the running robot is driven by the recording');
const moved = await until(async () => {
  const { pose } = (await call(page, '/get_entity_state', { entity: robot })).state;
  return Math.hypot(pose.position.x, pose.position.y) > 0.3;
}, 60);
check(moved, 'and moves');
check(await until(async () => seconds((await said())) > seconds(sentence) && !await page.locator('.gap-busy').isVisible(), 300), `it is measured again: ${await said()}`);
await page.locator('#view').focus();
await page.keyboard.press('Control+z');
check(await until(async () => await mu() === our_friction), 'one undo takes all of it back');
check(await until(() => page.getByText('The world has changed since').isVisible()), 'and the panel says that the world is another now');
await page.getByRole('button', { name: 'Driven by recording' }).click().catch(() => null);

// A recording that cannot be compared is reported, and the panel stays.
const bad = await page.evaluate(() => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([new Uint8Array(200)], 'broken.mcap'));
  for (const type of ['dragenter', 'dragover', 'drop']) document.querySelector('#view').dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  return true;
});
check(bad && await until(() => page.getByRole('heading', { name: 'broken.mcap cannot be compared' }).isVisible(), 60), 'a broken recording is refused with a sentence');
check((await page.locator('.gap-problem p').first().innerText()).length > 20, await page.locator('.gap-problem p').first().innerText());
await axe(page, 'the panel with a refusal');
check(page.problems.length === 0, `the console is quiet ${page.problems.join('; ')}`);
await finish();
