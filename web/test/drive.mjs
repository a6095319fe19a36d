// Driving by keys, stopping when the page loses focus, two people at one robot.
import { check, openPage, run, startBrowser, startServer, until } from './harness.mjs';

const place = (page) => page.evaluate(() => window.surefoot.pose('husky').slice(12, 14));
const moved = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const badge = (page) => page.locator('.top').innerText();

async function stands(page) {
  await until('it stands', async () => {
    const a = await place(page);
    await page.waitForTimeout(700);
    return moved(a, await place(page)) < 0.005;
  }, 40);
}

async function driving(page) {
  await stands(page);
  const start = await place(page);
  await page.locator('#view').focus();
  await page.keyboard.down('w');
  await until('it drives', async () => moved(start, await place(page)) > 0.3);
  check((await badge(page)).includes('You have control'), `the badge says ${await badge(page)}`);
  // Losing focus stops the robot at once, without a key being released.
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await stands(page);
  await page.keyboard.up('w');
  // Text fields take precedence over driving keys.
  const before = await place(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').pressSequentially('wwww', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  check(moved(before, await place(page)) < 0.02, 'typing drove the robot');
}

async function handing(first, second) {
  await until('the second sees who drives', async () => (await badge(second)).includes('Jana has control'));
  const start = await place(second);
  await second.locator('#view').focus();
  await second.keyboard.down('w');
  await second.waitForTimeout(800);
  await second.keyboard.up('w');
  check(moved(start, await place(second)) < 0.05, 'who has no control drove');
  // A request expires after ten seconds; on a busy machine a click may take longer, and is repeated.
  await until('the second has it', async () => {
    const ask = second.getByRole('button', { name: 'Ask', exact: true }).first();
    if (await ask.isVisible()) await ask.click({ timeout: 5000 }).catch(() => {});
    const give = first.getByRole('button', { name: 'Give' });
    if (await give.isVisible()) await give.click({ timeout: 5000 }).catch(() => {});
    return (await badge(second)).includes('You have control');
  }, 90);
  await until('the first sees that', async () => (await badge(first)).includes('Tom has control'));
  await second.locator('#view').focus();
  await second.keyboard.down('s');
  await until('the second drives', async () => moved(start, await place(second)) > 0.2);
  await second.keyboard.up('s');
}

await run('drive', async () => {
  const server = await startServer('lab_floor');
  const browser = await startBrowser();
  const jana = await openPage(browser, server.address, { name: 'Jana', draw: false });
  await driving(jana);
  const tom = await openPage(browser, server.address, { name: 'Tom', draw: false });
  await until('two people are seen', async () => (await tom.locator('.ppl .av').count()) === 2).catch(async (error) => {
    throw new Error(`${error.message}; the top bar says ${await tom.locator('.top').innerText()}`);
  });
  await handing(jana, tom);
  for (const page of [jana, tom]) check(page.problems.length === 0, `the page complained: ${page.problems.join('\n')}`);
});
