// Accessibility by axe-core in light and dark: the page, its sheets and dialogs; keyboard and names.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { check, openPage, press, run, startBrowser, startServer, until } from './harness.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function judge(page, what) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
  }));
  const lines = found.violations.map((v) => `${v.id}: ${v.help}\n` + v.nodes.slice(0, 4).map((n) => `    ${n.target.join(' ')} ${n.failureSummary ?? ''}`).join('\n'));
  check(lines.length === 0, `${what}:\n${lines.join('\n')}`);
  console.log(`${what}: no violations`);
}

await run('access', async () => {
  const server = await startServer('lab_floor', { options: ['--paused'] });
  const browser = await startBrowser();
  for (const dark of [false, true]) {
    const look = dark ? 'dark' : 'light';
    const page = await openPage(browser, server.address, { dark, first: true, draw: false });
    await page.getByRole('dialog').waitFor();
    await judge(page, `first visit, ${look}`);
    await page.getByRole('button', { name: 'Skip, show me everything' }).click();
    await page.getByRole('tree').waitFor();
    await judge(page, `the page, ${look}`);
    await page.getByRole('tab', { name: 'Inspect' }).click();
    await page.getByRole('treeitem', { name: /husky/ }).first().click();
    await page.waitForTimeout(800);
    await judge(page, `inspector, ${look}`);
    for (const tab of ['Library', 'Recordings']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForTimeout(500);
      await judge(page, `${tab}, ${look}`);
    }
    await press(page, '?');
    await page.getByRole('dialog', { name: 'Keyboard map' }).waitFor();
    await judge(page, `keyboard map, ${look}`);
    await page.keyboard.press('Escape');
    await press(page, 'Control+k');
    await judge(page, `find, ${look}`);
    await page.keyboard.press('Escape');
    await page.context().close();
  }
  const page = await openPage(browser, server.address, { draw: false });
  await page.locator('#view').focus();
  const seen = [];
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('F6');
    seen.push(await page.evaluate(() => document.activeElement.closest('[data-region]')?.dataset.region));
  }
  check(new Set(seen).size === 5, `F6 goes ${seen}`);
  await page.setViewportSize({ width: 820, height: 1180 });
  await page.waitForTimeout(500);
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than a tablet');
  await until('panels are drawers', async () => (await page.locator('.card.left').count()) === 0);
});
