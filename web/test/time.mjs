// Play, pause, exact steps, step back, speed, reset and undo, record.
import { check, openPage, press, run, startBrowser, startServer, state, until, work } from './harness.mjs';
import { readdirSync } from 'node:fs';

/** Step n: the number is chosen at the engine. */
async function chooseSteps(page, number) {
  await page.getByRole('button', { name: /Hz steps/ }).click();
  const field = page.getByLabel('Step takes, steps');
  await field.fill(String(number));
  await field.press('Enter');
  await page.keyboard.press('Escape');
}

/** The drawn position of the robot from south to north, its direction of driving. */
const drawnAt = (page) => page.evaluate(() => window.surefoot.pose('husky')[12]);

async function untilDrawnAt(page, what, place) {
  let last;
  await until(what, async () => Math.abs((last = await drawnAt(page)) - place) < 0.01).catch((error) => {
    throw new Error(`${error.message} (at ${last} instead of ${place})`);
  });
}

/** Drawn poses are slightly delayed: the position of the robot after they have arrived. */
async function standsAt(page) {
  let last;
  await until('what is paused stands still', async () => {
    const before = last;
    last = await drawnAt(page);
    await page.waitForTimeout(300);
    return before === last;
  });
  return last;
}

async function stepping(page) {
  await page.locator('#play').click();
  await until('it pauses', async () => (await state(page)).state === 'paused');
  const before = (await state(page)).step;
  await page.waitForTimeout(400);
  check((await state(page)).step === before, 'steps are taken while it is paused');
  await press(page, '.');
  await until('one step is taken', async () => (await state(page)).step === before + 1);
  await chooseSteps(page, '10*5');
  await press(page, '.');
  await until('fifty steps are taken', async () => (await state(page)).step === before + 51);
  await page.waitForTimeout(400);
  check((await state(page)).step === before + 51, 'more steps than asked for');
  await press(page, ',');
  await until('back before the fifty', async () => (await state(page)).step === before + 1);
}

async function speeds(page) {
  await page.getByRole('radio', { name: '¼×' }).click();
  await until('a quarter of the speed', async () => await page.getByRole('radio', { name: '¼×' }).getAttribute('aria-checked') === 'true');
  await press(page, 'Space');
  await until('it plays', async () => (await state(page)).state === 'playing');
  const a = await state(page), t = Date.now();
  await page.waitForTimeout(2000);
  const b = await state(page);
  const rate = (b.time - a.time) / ((Date.now() - t) / 1000);
  check(rate < 0.35, `runs at ${rate.toFixed(2)} instead of 0.25`);
  await press(page, '2');
}

async function resetting(page) {
  await until('some time goes by', async () => (await state(page)).time > 1.5, 60);
  // Paused, so that the start can be seen.
  await press(page, 'Space');
  await until('it pauses', async () => (await state(page)).state === 'paused');
  const { step } = await state(page);
  await press(page, 'Backspace');
  await until('time is back', async () => (await state(page)).step === 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('undo brings it back', async () => (await state(page)).step === step);
  await press(page, 'Space');
  await until('it plays', async () => (await state(page)).state === 'playing');
}

async function recording(page) {
  // Paused at both ends, so that the robot's positions there are known.
  await press(page, 'Space');
  await until('it pauses', async () => (await state(page)).state === 'paused');
  await page.locator('#record').click();
  await until('it records', async () => (await page.locator('#record').innerText()).startsWith('Recording'));
  const first = await standsAt(page), { step } = await state(page);
  // To 1 ms after a multiple of five seconds: the page requests poses in chunks of five seconds, and the last one is nearly empty.
  const last_step = Math.ceil((step + 1000) / 5000) * 5000 + 1;
  await chooseSteps(page, last_step - step);
  await press(page, '.');
  await until('the steps are taken', async () => (await state(page)).step === last_step, 60);
  const last = await standsAt(page);
  check(Math.abs(last - first) > 0.3, `the robot went from ${first} to ${last} only`);
  await press(page, 'Shift+B');
  const toast = page.locator('.toast', { hasText: '.mcap' });
  await toast.waitFor();
  check(/, \d+ s, [\d.]+ [kM]?B/.test(await toast.innerText()), `the toast says ${await toast.innerText()}`);
  check(readdirSync(work).some((name) => name.endsWith('.mcap')), `no recording in ${readdirSync(work)}`);
  await toast.getByRole('button', { name: 'Open' }).click();
  const slider = page.locator('#timeline');
  await until('the timeline replays', async () => /replay|scrub/.test(await slider.getAttribute('aria-valuetext')));
  await slider.focus();
  await slider.press('Home');
  await untilDrawnAt(page, 'the robot is drawn where it was first', first);
  const begin = Number(await slider.getAttribute('aria-valuenow'));
  await slider.press('End');
  await until('the scrubber moves', async () => Number(await slider.getAttribute('aria-valuenow')) > begin + 0.5);
  await untilDrawnAt(page, 'the robot is drawn where it was last', last);
  await page.getByRole('button', { name: 'Back to the running world' }).click();
  await until('the world is live again', async () => /live|paused/.test(await slider.getAttribute('aria-valuetext')));
}

await run('time', async () => {
  const server = await startServer('husky_lab');
  const page = await openPage(await startBrowser(), server.address, { draw: false });
  await stepping(page);
  await speeds(page);
  await resetting(page);
  await recording(page);
  check(page.problems.length === 0, `the page complained: ${page.problems.join('\n')}`);
});
