// Loading, structure of the picture, cameras, selection by click, cost of a frame, no external resources.
import { check, openPage, press, ready, run, startBrowser, startServer, state, until } from './harness.mjs';

const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The robot is drawn at the position that the page reports: not the colour of the sky above it. */
async function robotIsSeen(page) {
  const at = await page.evaluate(() => window.surefoot.project('husky'));
  check(at && at.x > 232 && at.x < 976 && at.y > 44 && at.y < 628, `husky is at ${JSON.stringify(at)}, not in the uncovered view`);
  const [robot, beside] = await page.evaluate(([x, y]) => [window.surefoot.pixel(x, y), window.surefoot.pixel(x, 60)], [at.x, at.y]);
  const differs = Math.max(...robot.map((v, i) => Math.abs(v - beside[i])));
  check(differs > 25, `pixels at husky ${robot} are like the background ${beside}`);
}

async function cameras(page) {
  // Directly after a frame: with software GL frames are seconds apart, and the robot moves between them.
  const place = () => page.evaluate(() => new Promise((done) => {
    const before = window.surefoot.frames();
    const look = () => window.surefoot.frames() > before ? done(window.surefoot.project('husky')) : requestAnimationFrame(look);
    look();
  }));
  const before = await place();
  await page.mouse.move(640, 250);
  await page.mouse.down();
  await page.mouse.move(760, 300, { steps: 4 });
  await page.mouse.up();
  await page.waitForTimeout(500);
  check(far(before, await place()) < 60, 'orbiting moved the followed robot out of the middle');
  const size = () => page.evaluate(() => { const a = window.surefoot.project('husky::front_left_wheel_link'), b = window.surefoot.project('husky::rear_right_wheel_link'); return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0; });
  const small = await size();
  await page.mouse.move(600, 300);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -200);
  await until('the wheel brings it nearer', async () => (await size()) > small * 1.2);
  for (const [choice, test] of [['From above', async () => (await size()) > 10], ['Aboard husky', async () => true], ['Follow husky', async () => { const at = await place(); return at && far(before, at) < 120; }]]) {
    await page.locator('.tools .menu-button').click();
    await page.getByRole('menuitemcheckbox', { name: choice }).click();
    await until(`camera: ${choice}`, test);
  }
}

async function selecting(page) {
  // Paused, so that it stands where it was projected.
  await press(page, 'Space');
  await until('it pauses', async () => (await state(page)).state === 'paused');
  await page.waitForTimeout(600);
  const wheel = await page.evaluate(() => window.surefoot.project('husky::front_left_wheel_link'));
  await page.mouse.click(wheel.x, wheel.y);
  const first = await until('a click selects', async () => { const s = (await state(page)).selection; return s.length ? s[0] : null; });
  check(first.model === 'husky' && first.part === 'link', `selected ${JSON.stringify(first)}`);
  await press(page, 'Escape');
  check((await state(page)).selection[0].part === '', 'Escape did not go up to the model');
  await press(page, 'Escape');
  check((await state(page)).selection.length === 0, 'Escape did not end the selection');
}

/** Processor time of the page's scripts for a frame in which everything moves; not wall time, because the machine may be busy. */
async function scriptTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => (await session.send('Performance.getMetrics')).metrics.find((m) => m.name === 'ScriptDuration').value;
  // In a task of the page, because evaluations by the debugger are not counted.
  const burst = (n) => page.evaluate((m) => new Promise((done) => setTimeout(() => { window.surefoot.burst(m); done(); }, 0)), n);
  await burst(5);
  const before = await spent(), frames = 30;
  await burst(frames);
  const each = ((await spent()) - before) / frames * 1000;
  const wall = (await page.evaluate(() => window.surefoot.scriptTimes())).sort((a, b) => a - b);
  console.log(`scripts take ${each.toFixed(2)} ms of a frame; by the clock on the wall ${wall[Math.floor(wall.length / 2)].toFixed(1)} ms`);
  check(each > 0.05 && each < 8, `scripts take ${each} ms of a frame; 8 are allowed`);
}

await run('view', async () => {
  const server = await startServer('husky_lab', { options: ['--demo'] });
  const browser = await startBrowser();
  const page = await openPage(browser, server.address, { wait: false });
  const paint = await page.evaluate(() => new Promise((resolve) => {
    const look = () => { const p = performance.getEntriesByName('first-contentful-paint')[0]; p ? resolve(p.startTime) : setTimeout(look, 50); };
    look();
  }));
  await ready(page);
  const moving = await page.evaluate(() => performance.now());
  console.log(`first paint after ${Math.round(paint)} ms, world drawn after ${Math.round(moving)} ms`);
  const names = async () => (await page.evaluate(() => window.surefoot.drawn())).filter((d) => d.meshes > 0).map((d) => d.name);
  for (const name of ['floor', 'lab_terrain', 'husky']) await until(`${name} is drawn`, async () => (await names()).includes(name));
  const x = () => page.evaluate(() => window.surefoot.pose('husky')[12]);
  const start = await x();
  await until('the robot moves in the picture', async () => Math.abs((await x()) - start) > 0.1);
  await robotIsSeen(page);
  await cameras(page);
  await selecting(page);
  await scriptTime(page);
  const outside = page.requested.filter((url) => !url.startsWith(server.origin) && !url.startsWith('data:') && !url.startsWith('blob:'));
  check(outside.length === 0, `asked elsewhere: ${outside}`);
  check(page.problems.length === 0, `the page complained: ${page.problems.join('\n')}`);
});
