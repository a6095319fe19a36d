// node tutorial.mjs PROGRAM SOURCE_DIR BUILD_DIR STEPS.json: performs the steps of a tutorial on the page (tools/docs/run_tutorial),
// with a running server.
import { readFileSync } from 'node:fs';
import { check, openPage, run, startBrowser, until } from './harness.mjs';

const { address, steps } = JSON.parse(readFileSync(process.argv[5], 'utf8'));
const place = (page) => page.evaluate(() => window.surefoot.pose('husky').slice(12, 14));
const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
let last;

const keys = { W: 'w', A: 'a', S: 's', D: 'd', X: 'x', T: 't', 'Ctrl K': 'Control+k', 'Shift B': 'Shift+B', Esc: 'Escape', Space: ' ' };
const key = (name) => keys[name] ?? name;

const actions = {
  hold: async (page, [name, seconds]) => {
    last = await place(page);
    await page.locator('#view').focus();
    await page.keyboard.down(key(name));
    await page.waitForTimeout(1000 * Number(seconds));
    await page.keyboard.up(key(name));
  },
  press: async (page, [name]) => {
    if (!(await page.evaluate(() => document.activeElement?.closest('[role=dialog]')))) await page.locator('#view').focus();
    await page.keyboard.press(key(name));
  },
  tab: (page, [name]) => page.getByRole('tab', { name }).click(),
  button: (page, [name]) => page.getByRole('button', { name }).first().click(),
  row: (page, [name]) => page.locator('[role=treeitem]', { hasText: new RegExp(`^${name}`) }).first().click(),
  topic: (page, [name]) => page.locator(`[data-topic$="/${name}"] .tp-open`).first().click(),
  type: async (page, [text]) => {
    // A dialog that was just opened takes the focus with the next frame; until then keys are shortcuts of the view.
    await until('a text field has the focus', () => page.evaluate(() => document.activeElement?.matches('input, textarea')));
    await page.keyboard.type(text, { delay: 40 });
  },
  see: (page, [text]) => until(`"${text}" is seen`, async () => {
    for (const found of await page.getByText(text).all()) if (await found.isVisible()) return true;
    return false;
  }, 60),
  moved: (page) => until('the robot has moved', async () => distance(last, await place(page)) > 0.2),
  stopped: (page) => until('the robot stands', async () => {
    const before = await place(page);
    await page.waitForTimeout(700);
    return distance(before, await place(page)) < 0.005;
  }, 40),
};

await run('tutorial', async () => {
  const browser = await startBrowser();
  const page = await openPage(browser, address, { draw: false, first: true });
  for (const { line, do: name, words } of steps) {
    check(actions[name], `line ${line}: there is no step "${name}"; accepted: ${Object.keys(actions).join(', ')}`);
    try {
      await actions[name](page, words);
    } catch (error) {
      throw new Error(`line ${line}, ${name} ${words.join(' ')}: ${error.message}`);
    }
  }
  check(page.problems.length === 0, `the page complained: ${page.problems.join('\n')}`);
});
