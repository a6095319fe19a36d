// node consent.mjs PROGRAM SOURCE_DIR BUILD_DIR: a page without a token asks for one; programs of clients wait for the owner's consent.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './helpers.mjs';
import { check, openPage, run, startBrowser, startServer, until, work } from './harness.mjs';

const mark = (name) => join(work, name);

/** A robot whose program leaves a file behind. */
const robot = (name) => `<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><model name="${name}"><link name="base"/>
  <surefoot:controller><surefoot:command>touch ${mark(name)}</surefoot:command></surefoot:controller></model></sdf>`;

await run('consent', async () => {
  const server = await startServer('flat', { options: ['--paused', '--controllers', mark('logs')] });
  const browser = await startBrowser();

  const stranger = await openPage(browser, server.origin, { draw: false, wait: false });
  const sheet = stranger.getByRole('dialog', { name: 'A token is required' });
  await sheet.waitFor();
  await sheet.getByLabel('Token or address').fill('not the token');
  await sheet.getByRole('button', { name: 'Connect' }).click();
  await stranger.getByText('does not accept this token').waitFor();
  await sheet.getByLabel('Token or address').fill(server.address);
  await sheet.getByRole('button', { name: 'Connect' }).click();
  await sheet.waitFor({ state: 'detached' });
  await stranger.context().close();

  const page = await openPage(browser, server.address, { draw: false, wait: false });
  await page.getByRole('tree').waitFor();
  check(!page.url().includes('token'), 'the token is taken out of the address');
  for (const [name, answer] of [['guest', 'Allow'], ['stranger', 'Refuse']]) {
    const spawned = await call(page, '/spawn_entity', { name, resource_string: robot(name) });
    check(spawned.result.result === 1, JSON.stringify(spawned.result));
    const question = page.getByRole('dialog', { name: `The program of ${name} wants to run` });
    await question.waitFor();
    check((await question.textContent()).includes(`'touch' '${mark(name)}'`), 'the command is shown');
    check(!existsSync(mark(name)), 'it waits');
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
    await question.getByRole('button', { name: answer }).click();
    await question.waitFor({ state: 'detached' });
  }
  await until('the allowed program ran', () => existsSync(mark('guest')));
  check(!existsSync(mark('stranger')), 'the refused program ran');
});
