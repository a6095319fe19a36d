// node cards.mjs PROGRAM SOURCE_DIR BUILD_DIR: sensor cards in a real browser: a camera, a scanner, a point cloud, the event log.
import { call, check, finish, near, openPage, sceneReady, startServer, until } from './helpers.mjs';

const [, , program, , build] = process.argv;
const server = await startServer(program, `${build}/web`, ['lab_floor']);
const page = await openPage(server.url, { draw: false });
page.on('crash', () => check(false, 'the page does not crash'));
check(await sceneReady(page), 'the scene comes');

/** The number of colours in a card's picture. */
const colours = (card) => page.evaluate((id) => {
  const canvas = document.querySelector(`[data-card="${id}"] canvas`);
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const found = new Set();
  for (let i = 0; i < data.length; i += 4) found.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return found.size;
}, card);

const cards = page.locator('[data-card]');
check(await until(async () => (await cards.count()) === 2), 'a camera and a scanner are shown');
const [camera, scan] = await cards.evaluateAll((all) => all.map((c) => c.dataset.card));
check(await until(async () => (await colours(camera)) > 50), 'the camera shows a picture');
check(await until(async () => (await colours(scan)) > 3), 'the scanner shows points');

await call(page, '/set_simulation_state', { state: { state: 2 } });
await page.waitForTimeout(800);

// Enlarged, minimised, moved, closed.
const card = page.locator(`[data-card="${scan}"]`);
const small = await card.boundingBox();
await card.getByRole('button', { name: /^Enlarge/ }).click();
check((await card.boundingBox()).width > 2 * small.width, 'a card is enlarged');
await card.locator('header').dblclick({ position: { x: 40, y: 12 } });
near((await card.boundingBox()).width, small.width, 1, 'a double click makes it small again');
await page.mouse.move(small.x + 60, small.y + 12);
await page.mouse.down();
await page.mouse.move(small.x + 160, small.y - 150, { steps: 5 });
await page.mouse.up();
const moved = await card.boundingBox();
near(moved.x - small.x, 100, 2, 'it is dragged along x');
near(moved.y - small.y, -162, 4, 'and along y');
await card.hover();
await card.getByRole('button', { name: /^Minimise/ }).click();
const chip = page.getByRole('button', { name: /^Show scanner/ });
check(await until(() => chip.isVisible()), 'it becomes a chip');
await chip.click();
check(await until(() => card.isVisible()), 'and a card again');

// A point cloud by its topic.
const clouds = page.getByRole('button', { name: /Show .*points as a card/ });
await clouds.first().scrollIntoViewIfNeeded();
await clouds.first().click();
check(await until(async () => (await cards.count()) === 3), 'a point cloud gets a card');
await call(page, '/set_simulation_state', { state: { state: 1 } });
const cloud = await cards.evaluateAll((all) => all.map((c) => c.dataset.card).find((t) => /points/.test(t)));
check(await until(async () => (await colours(cloud)) > 3, 40), 'and points in it');

// A card subscribes only while it is shown.
await page.locator(`[data-card="${cloud}"]`).hover();
await page.locator(`[data-card="${cloud}"]`).getByRole('button', { name: /^Close/ }).click();
check(await until(async () => (await cards.count()) === 2), 'a closed card is gone');

// All cameras side by side.
await page.locator('#view').focus();
await page.keyboard.press('Shift+C');
const wall = page.locator('[data-card=cameras]');
check(await until(async () => (await wall.locator('figure').count()) >= 1), 'Shift C shows all cameras');
check(await until(async () => (await colours('cameras')) > 50), 'with their pictures');
check(/[0-9]+/.test(await wall.locator('header .rate').textContent()), 'and their number');
await page.locator('#view').focus();
await page.keyboard.press('Shift+C');
check(await until(async () => (await wall.count()) === 0), 'and closes them');

// The event log.
await page.locator('#view').focus();
await page.keyboard.press('l');
const log = page.locator('[data-card=events]');
check(await until(() => log.isVisible()), 'L opens the event log');
await call(page, '/set_simulation_state', { state: { state: 2 } });
check(await until(async () => /aused/.test(await log.textContent())), 'it lists what happened');
await page.locator('#view').focus();
await page.keyboard.press('l');
check(await until(async () => (await log.count()) === 0), 'and L closes it');
check(page.problems.length === 0, `the console is quiet ${page.problems.join('; ')}`);
await finish();
