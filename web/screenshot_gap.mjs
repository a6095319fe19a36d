// node web/screenshot_gap.mjs PROGRAM SOURCE_DIR BUILD_DIR [OUT.png [WIDTHxHEIGHT [light|dark]]]: the Reality gap panel for docs/guides/page.md.
// "Reality" is a slippery copy of the world, in which the robot drives eights for half a minute.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, openPage, program, run, sourceDir, startBrowser, startServer, until, work } from './test/harness.mjs';

const [out = join(sourceDir, 'docs/pictures/page_gap.png'), size = '1280x720', look = 'light'] = process.argv.slice(5);
const [width, height] = size.split('x').map(Number);

await run('screenshot', async () => {
  const world = readFileSync(join(sourceDir, 'worlds/flat.sdf'), 'utf8').replace(/<surefoot:command[^>]*>/g, '');
  const off = ['--usarsim-port', 'off', '--usarsim-image-port', 'off', '--usarsim-pose-port', 'off'];
  const rough = (mu) => world.replace(/<mu>1<\/mu><mu2>1<\/mu2>/, `<mu>${mu}</mu><mu2>${mu}</mu2>`);
  writeFileSync(join(work, 'yard.sdf'), rough(0.4));
  writeFileSync(join(work, 'slippery.sdf'), rough(0.1));
  spawnSync(program, ['serve', 'slippery.sdf', '--demo', '--speed', 'max', '--record', 'husky_yard_run07.mcap', '--port', '0', '--for', '5', ...off], { cwd: work });
  const server = await startServer('yard.sdf');
  const page = await openPage(await startBrowser(), server.address, { width, height, dark: look === 'dark', name: 'Ada', quality: 'high' });
  await page.getByRole('tab', { name: 'Recordings' }).click();
  await page.locator('#view').focus();
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'Compare husky_yard_run07.mcap with this world' }).click();
  await until('the verdict', () => page.locator('#gap-verdict').isVisible(), 300);
  await page.getByRole('button', { name: 'Calibrate' }).click();
  await until('what closes the gap', () => page.locator('.fix').count(), 600);
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.waitForTimeout(1000);
  await page.locator('#play').click();
  await page.locator('#timeline').focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('PageUp');
  for (let i = 0; i < 5; i++) await page.keyboard.press('Shift+ArrowRight');
  const frames = await page.evaluate(() => window.surefoot.frames());
  await until('it is drawn', () => page.evaluate((n) => window.surefoot.frames() > n + 2, frames), 120);
  await page.screenshot({ path: out, timeout: 120000 });
  check(page.problems.length === 0, page.problems.join('; '));
});
