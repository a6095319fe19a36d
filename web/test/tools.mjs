// Move by dragging and undo, push by dragging, measure, find or do anything.
import { check, openPage, press, run, startBrowser, startServer, state, until } from './harness.mjs';

const place = (page, model) => page.evaluate((name) => window.surefoot.pose(name).slice(12, 15), model);
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const pixel = (page, name) => page.evaluate((n) => window.surefoot.project(n), name);

async function drag(page, from, dx, dy, hold = 0) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 8 });
  await page.waitForTimeout(hold);
  await page.mouse.up();
}

/** A free place on the floor: a model dragged onto another is placed on top of it. */
const crate = 'crate_4';

/** Selects a model by "Find or do anything" and zooms in on it. */
async function lookAt(page, model) {
  await press(page, 'Control+k');
  await page.getByRole('combobox').fill(model);
  await page.keyboard.press('Enter');
  await until(`${model} is selected`, async () => (await state(page)).selection[0]?.model === model);
  await press(page, 'f');
  await until(`${model} is in the picture`, async () => { const at = await pixel(page, model); return at && at.x > 240 && at.x < 960 && at.y > 60 && at.y < 600; });
  await page.waitForTimeout(300);
}

await run('tools', async () => {
  const server = await startServer('lab_floor');
  const page = await openPage(await startBrowser(), server.address, { draw: false });
  await lookAt(page, crate);

  await press(page, 'g');
  const before = await place(page, crate);
  const at = await pixel(page, crate);
  // Beside the handles in its middle.
  await drag(page, { x: at.x - 25, y: at.y + 20 }, 90, 0, 300);
  const moved = await until('dragging moves the crate', async () => { const p = await place(page, crate); return far(p, before) > 0.15 ? p : null; });
  check(Math.abs(moved[2] - before[2]) < 0.05, `the crate did not stay on the ground: ${moved[2]}`);
  await page.locator('.toast', { hasText: `Moved ${crate}` }).waitFor();
  await press(page, 'Control+z');
  await until('undo puts it back', async () => far(await place(page, crate), before) < 0.02);

  await press(page, 'u');
  await drag(page, await pixel(page, crate), 160, 0, 1500);
  await until('pushing moves it', async () => far(await place(page, crate), before) > 0.05);

  await press(page, 'm');
  await page.mouse.click(660, 420);
  await page.mouse.click(740, 440);
  await until('the distance is shown', async () => /^\d+\.\d{3} m, [+-]\d/.test(await page.locator('.tag:not(.sim):not(.force):not(.real)').innerText()));
  check(page.problems.length === 0, `the page complained: ${page.problems.join('\n')}`);
});
