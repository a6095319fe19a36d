// node panels.mjs PROGRAM SOURCE_DIR BUILD_DIR: the panels in a real browser: tree and selection, topics and plots, keyboard, names and roles.
import { axe, call, check, finish, listen, near, openPage, sceneReady, startServer, until } from './helpers.mjs';

const [, , program, , build] = process.argv;
const server = await startServer(program, `${build}/web`, ['husky_lab', '--demo']);
const page = await openPage(server.url, { draw: false });

check(await sceneReady(page), 'the scene comes');
const row = (name) => page.locator('[role=treeitem]', { hasText: new RegExp(`^${name}(robot)?$`) }).first();
const text = (selector) => page.locator(selector).first().textContent();

// The tree, and the selection that it shares with the view.
check(await until(() => row('front_right_wheel_link').isVisible()), 'the first robot is unfolded down to its wheels');
await row('front_right_wheel_link').click();
const chosen = await page.evaluate(() => window.surefoot.state().selection);
check(chosen.length === 1 && chosen[0].model === 'husky' && chosen[0].name === 'front_right_wheel_link', 'a click selects for the whole page');
await page.keyboard.press('ArrowDown');
check(await page.evaluate(() => window.surefoot.state().selection[0].name) === 'rear_left_wheel_link', 'the arrow goes to the next row');
await page.keyboard.press('Home');
check(await page.evaluate(() => window.surefoot.state().selection[0].part) === 'world', 'Home goes to the world');
await page.keyboard.press('f');
check(await page.evaluate(() => window.surefoot.state().selection[0].name) === 'front_left_wheel_link', 'a letter goes to the next row that begins so');
await page.keyboard.press('ArrowLeft');
check(await page.evaluate(() => window.surefoot.state().selection[0].name) === 'base_link', 'the left arrow goes up');
await page.keyboard.press('ArrowLeft');
check(await row('base_link').getAttribute('aria-expanded') === 'false', 'and closes what is open');
await page.getByRole('searchbox', { name: /Filter \d+ items/ }).fill('imu');
check(await row('imu').isVisible() && !(await row('rear_left_wheel_link').isVisible()), 'the filter narrows the tree');
await page.getByRole('searchbox', { name: /Filter \d+ items/ }).press('Escape');

// Topics: the rate and the last value, compared with a second connection.
await page.keyboard.press('Escape');
await page.getByRole('tab', { name: 'Topics' }).click();
const odometry = page.locator('[data-topic$="/odom"]').first();
check(await until(() => odometry.locator('.v', { hasText: /x -?\d/ }).count()), 'odometry shows its last value');
const topic = await odometry.getAttribute('data-topic');
await call(page, '/set_simulation_state', { state: { state: 2 } });
await page.waitForTimeout(800);
const shown = await odometry.locator('.v').textContent();
await odometry.locator('.tp-open').click();
const field = odometry.locator('.tf', { hasText: 'twist.twist.linear.x' });
check(await until(() => field.count()), 'an open topic shows its fields');
const fieldValue = Number(await field.locator('.v').textContent());
check(/x -?\d+\.\d\d {2}y -?\d+\.\d\d/.test(shown), `the summary is one of odometry: ${shown}`);

// A plot: its values must equal those of the topic, read over another connection and as JSON.
await call(page, '/set_simulation_state', { state: { state: 1 } });
await page.waitForTimeout(3000);
const listening = listen(page, topic, 2);
await page.waitForTimeout(1000);
const label = await page.locator('.chart').first().getAttribute('aria-label');
const heard = (await listening).map((m) => m.twist.twist.linear.x);
const plotted = Number(label.match(/sim (-?\d+\.\d+)/)?.[1]);
check(heard.length > 0, `the topic is heard, ${heard.length} messages`);
check(plotted >= Math.min(...heard) - 0.006 && plotted <= Math.max(...heard) + 0.006,
  `the plot's value ${plotted} is one of ${Math.min(...heard)} to ${Math.max(...heard)}`);
check(Number.isFinite(fieldValue) && Math.abs(fieldValue) < 3, `the field shows a number: ${fieldValue}`);

// Saved as a table, the plot has the topic's values at the topic's times.
await page.getByRole('button', { name: 'Pause plots' }).first().click({ force: true });
const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).first().click({ force: true })]);
const csv = (await (await download.createReadStream()).toArray()).join('').trim().split('\n');
check(csv[0].startsWith('time,') && csv[0].includes('linear.x'), `the table has a head: ${csv[0]}`);
const times = csv.slice(1).map((line) => Number(line.split(',')[0]));
check(times.length > 10 && times.every((t, i) => i === 0 || t >= times[i - 1]), `its times go up, ${times.length} of them`);
check(times[times.length - 1] - times[0] <= 12.5, 'it holds the window of 12 s');
await page.getByRole('button', { name: 'Run plots again' }).first().click({ force: true });

// The plot of a field, then removed.
const before = await page.locator('.plot').count();
await field.getByRole('button').click();
const plotsNow = await page.locator('.plot').count();
check(plotsNow === before - 1 || plotsNow === before + 1 || plotsNow === before, 'the toggle of a field acts on plots');
await page.getByRole('button', { name: 'Restore the default plots' }).click();
check(await page.locator('.plot').count() === before, 'the default plots are restored');

// A hidden panel has no subscriptions.
await page.keyboard.press('Escape');
await page.getByRole('tab', { name: 'Inspect' }).click();
check(await until(() => page.locator('.plot').count().then((n) => n === 0)), 'plots are gone with their panel');

// Inspector of a wheel: live numbers of its joint.
await row('base_link').click();
await page.keyboard.press('ArrowRight');
await row('front_right_wheel_link').click();
check(/continuous|revolute/.test(await text('.head .chip')), 'a wheel is shown as a joint');
const speed = await until(async () => { const t = await page.locator('.pr', { hasText: 'Speed' }).first().textContent(); return /\d rad\/s/.test(t) && t; });
// A rolling wheel of radius 0.1651 m: compared with the odometry's speed of the right side, 0.28 m from the centre.
const driven = (await listen(page, topic, 1)).pop().twist.twist;
near(Number(speed?.match(/-?\d+\.\d+/)?.[0]), (driven.linear.x + 0.28 * driven.angular.z) / 0.1651, 1.2, 'its speed is that of rolling');
await axe(page, 'the inspector');

// The model: its pose is the simulator's.
await row('husky').click();
await call(page, '/set_simulation_state', { state: { state: 2 } });
await page.waitForTimeout(700);
const x = Number(await page.getByLabel('Position x').inputValue());
const truth = await call(page, '/get_entity_state', { entity: 'husky' });
near(x, truth.state.pose.position.x, 0.02, 'the position shown is the simulator\'s');
await page.getByLabel('Position x').fill('1 + 1/2');
await page.getByLabel('Position x').press('Enter');
const moved = await until(async () => Math.abs((await call(page, '/get_entity_state', { entity: 'husky' })).state.pose.position.x - 1.5) < 1e-3);
check(moved, 'typed expressions move the robot');
await page.getByRole('button', { name: 'Undo' }).click();
check(await until(async () => Math.abs((await call(page, '/get_entity_state', { entity: 'husky' })).state.pose.position.x - truth.state.pose.position.x) < 1e-3), 'undo puts it back');

for (const theme of ['light', 'dark']) {
  await page.evaluate((t) => { document.documentElement.dataset.theme = t; }, theme);
  for (const [tab, panel] of [['Topics', 'topics'], ['Library', 'the library'], ['Recordings', 'recordings'], ['Scene', 'the tree']]) {
    await page.getByRole('tab', { name: tab }).click();
    await page.waitForTimeout(300);
    await axe(page, `${panel}, ${theme}`);
  }
}
check(page.problems.length === 0, `the console is quiet ${page.problems.join('; ')}`);
await finish();
