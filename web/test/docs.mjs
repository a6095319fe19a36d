// node docs.mjs PROGRAM SOURCE_DIR BUILD_DIR: the documentation that a server offers: the page links to it, its search works, and it
// loads nothing from other servers. The site must have been built (tools/docs/build_site).
import { join } from 'node:path';
import { buildDir, check, openPage, press, run, startBrowser, startServer, until } from './harness.mjs';

const site = ['--docs', join(buildDir, 'docs_site')];

/** Listens to requests of a tab that the page opens. */
async function opened(page, act) {
  const [tab] = await Promise.all([page.waitForEvent('popup'), act()]);
  tab.problems = [];
  tab.on('pageerror', (error) => tab.problems.push(String(error)));
  tab.on('requestfailed', (request) => tab.problems.push(`${request.url()} failed`));
  await tab.waitForLoadState('load');
  return tab;
}

async function palette(page) {
  const tab = await opened(page, async () => {
    await press(page, 'Control+k');
    await page.getByRole('combobox').pressSequentially('documentation first');
    await page.keyboard.press('Enter');
  });
  check(new URL(tab.url()).pathname === '/docs/start/1_first_drive.html', `Ctrl K leads to ${tab.url()}`);
  check((await tab.locator('h1').innerText()).includes('First drive'), 'the tutorial has its title');
  await tab.close();
}

async function help(page) {
  await press(page, '?');
  const tab = await opened(page, () => page.getByRole('dialog').getByRole('link', { name: /^Documentation$/ }).click());
  check(new URL(tab.url()).pathname === '/docs/', `the help leads to ${tab.url()}`);
  await page.keyboard.press('Escape');
  return tab;
}

async function search(tab) {
  await tab.keyboard.press('/');
  await tab.keyboard.type('bekker', { delay: 30 });
  await until('the search finds a page about soil', () => tab.locator('.md-search-result__item', { hasText: /soil|ground/i }).first().isVisible());
  check(tab.problems.length === 0, `the documentation complained: ${tab.problems.join('\n')}`);
}

await run('docs', async () => {
  const server = await startServer('lab_floor', { options: site });
  const redirect = await fetch(`${server.origin}/docs`, { redirect: 'manual' });
  check(redirect.status === 302 && redirect.headers.get('location') === '/docs/', `/docs answers ${redirect.status}`);
  const section = await fetch(`${server.origin}/docs/start`, { redirect: 'manual' });
  check(section.status === 302 && section.headers.get('location') === '/docs/start/', `/docs/start answers ${section.status}`);
  const secret = await fetch(`${server.origin}/docs/%2e%2e%2fdocs_work%2fbuilt_from`);
  check(secret.status === 404, `a file beside the documentation answers ${secret.status}`);
  const browser = await startBrowser();
  const page = await openPage(browser, server.address, { draw: false });
  await palette(page);
  await search(await help(page));
  check(page.problems.length === 0, `the page complained: ${page.problems.join('\n')}`);
});
