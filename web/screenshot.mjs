// node web/screenshot.mjs PROGRAM SOURCE_DIR BUILD_DIR [OUT.png [WIDTHxHEIGHT [light|dark]]]: the page at work, for
// README.md (docs/pictures/page.png by default). Draws at best quality, which is slow without a graphics card.
import { join } from 'node:path';
import { run, openPage, sourceDir, startBrowser, startServer, until } from './test/harness.mjs';

const [out = join(sourceDir, 'docs/pictures/page.png'), size = '1280x720', look = 'light'] = process.argv.slice(5);
const [width, height] = size.split('x').map(Number);

await run('screenshot', async () => {
  const server = await startServer('lab_floor', { options: ['--demo'] });
  const page = await openPage(await startBrowser(), server.address, { width, height, dark: look === 'dark', name: 'Ada', quality: 'high' });
  await page.getByRole('treeitem', { name: /^husky/ }).first().click();
  await page.getByRole('tab', { name: 'Topics' }).click();
  await until('it has driven for a while', () => page.evaluate(() => window.surefoot.state().time > 14), 120);
  await page.locator('#record').click();
  await page.waitForTimeout(4000);
  const frames = await page.evaluate(() => window.surefoot.frames());
  await until('it is drawn', () => page.evaluate((n) => window.surefoot.frames() > n + 2, frames), 120);
  await page.screenshot({ path: out, timeout: 120000 });
});
