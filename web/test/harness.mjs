// Shared by the tests of the page: a server on a free port, Debian's Chromium with software GL, and checks that end
// the test with a sentence. node test.mjs PROGRAM SOURCE_DIR BUILD_DIR
import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { withoutGl } from './helpers.mjs';

export const [program, sourceDir, buildDir] = process.argv.slice(2);
if (!buildDir) {
  console.error('usage: node TEST.mjs PROGRAM SOURCE_DIR BUILD_DIR');
  process.exit(2);
}

export const work = mkdtempSync(join(tmpdir(), 'surefoot_page_'));
const cleanups = [() => rmSync(work, { recursive: true, force: true })];

export function check(condition, what) {
  if (!condition) throw new Error(what);
}

/** Retries until the condition holds; fails with the last error or "what". */
export async function until(what, test, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await test();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Starts a server; stop() ends it. With a given port it can be restarted at the same address. */
export async function startServer(world, { port = 0, options = [] } = {}) {
  const off = ['--usarsim-port', 'off', '--usarsim-image-port', 'off', '--usarsim-pose-port', 'off'];
  const child = spawn(program, ['serve', world, '--port', String(port), '--json', '--page', join(buildDir, 'web'), ...off, ...options],
    { cwd: work, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => { child.kill('SIGTERM'); await ended; };
  cleanups.push(stop);
  let text = '';
  child.stdout.on('data', (data) => { text += data; });
  await until('the server prints its address', () => text.includes('\n') || child.exitCode !== null);
  check(child.exitCode === null, `the server ended with status ${child.exitCode}`);
  const printed = JSON.parse(text.split('\n')[0]);
  const origin = printed.addresses.find((a) => a.gateway === 'web').address;
  const address = `${origin}/?token=${printed.tokens.owner}`;
  return { address, origin, tokens: printed.tokens, pid: child.pid, port: Number(new URL(address).port), stop, kill: async () => { child.kill('SIGKILL'); await ended; } };
}

function findChromium() {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch { /* The next one. */ }
  }
  throw new Error('no chromium: apt-get install chromium');
}

export async function startBrowser() {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  cleanups.push(() => browser.close());
  return browser;
}

/**
 * A page with separate storage. `name` is the person; `first` shows the sheet of the first visit; without `draw` the world
 * is loaded but not drawn, which is fast.
 */
export async function openPage(browser, address, { width = 1280, height = 720, dark = false, first = false, name = '', quality = '', draw = true, wait = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.problems = [];
  page.requested = [];
  page.on('pageerror', (error) => page.problems.push(error.stack ?? String(error)));
  page.on('console', (message) => {
    // Pictures of the library are drawn one after the other, and requested until they exist.
    const picture = message.text().includes('404') && message.location().url.includes('/files/');
    if (message.type() === 'error' && !picture) page.problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => page.requested.push(request.url()));
  if (!draw) await page.addInitScript(withoutGl);
  await page.addInitScript(([visited, person, best]) => {
    if (visited) localStorage.setItem('surefoot.visited', 'true');
    if (person) localStorage.setItem('surefoot.person', JSON.stringify(person));
    if (best) localStorage.setItem('surefoot.quality', JSON.stringify(best));
  }, [!first, name, quality]);
  await page.goto(address);
  if (wait) await ready(page);
  return page;
}

/** Waits until the world is drawn and the server's status has arrived. */
export async function ready(page) {
  await page.waitForFunction(() => window.surefoot && window.surefoot.frames() > 1 && window.surefoot.posed() && window.surefoot.state().state !== '' &&
    window.surefoot.drawn().some((d) => d.meshes > 0), null, { timeout: 120000 });
}

export const state = (page) => page.evaluate(() => window.surefoot.state());

/** Presses a key with the view in focus. */
export async function press(page, key) {
  await page.locator('#view').focus();
  await page.keyboard.press(key);
}

export async function run(name, test) {
  let status = 0;
  try {
    await test();
    console.log(`${name}: well`);
  } catch (error) {
    console.error(`FAILED: ${error.stack ?? error}`);
    status = 1;
  }
  for (const cleanup of cleanups.reverse()) {
    try {
      await cleanup();
    } catch (error) {
      console.error(error);
    }
  }
  process.exit(status);
}
