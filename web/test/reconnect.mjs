// A server that is killed and comes back.
import { check, openPage, run, startBrowser, startServer, state, until } from './harness.mjs';

await run('reconnect', async () => {
  // A restarted server has another token unless it is given one.
  process.env.SUREFOOT_TOKEN = 'the same token for both servers';
  const first = await startServer('husky_lab', { options: ['--demo'] });
  const page = await openPage(await startBrowser(), first.address, { draw: false });
  const step = (await state(page)).step;
  await first.kill();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  check(/stopped answering \d+ s ago/.test(await alert.innerText()), `the page says ${await alert.innerText()}`);
  check(await page.evaluate(() => document.body.classList.contains('lost')), 'the view does not look stale');
  check((await page.locator('.stamp').innerText()).startsWith('Last frame'), 'the picture is not marked as old');
  check(await page.locator('#play').getAttribute('aria-disabled') === 'true', 'play can be pressed');
  const second = await startServer('husky_lab', { port: first.port, options: ['--demo'] });
  check(second.port === first.port, 'another port');
  await alert.waitFor({ state: 'detached' });
  check(!(await page.evaluate(() => document.body.classList.contains('lost'))), 'the view still looks stale');
  await page.locator('.toast', { hasText: 'was restarted' }).waitFor();
  await until('the new run is shown', async () => (await state(page)).step !== step && (await state(page)).state === 'playing');
  const x = () => page.evaluate(() => window.surefoot.pose('husky')[12]);
  const start = await x();
  await until('and it moves', async () => Math.abs((await x()) - start) > 0.05);
});
