// node record.mjs PROGRAM SOURCE_DIR BUILD_DIR: recording, the list of recordings, replay.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { call, check, finish, near, openPage, sceneReady, startServer, until } from './helpers.mjs';

const [, , program, , build] = process.argv;
const server = await startServer(program, `${build}/web`, ['husky_lab', '--demo']);
const page = await openPage(server.url, { draw: false });
check(await sceneReady(page), 'the scene comes');

await page.locator('#record').click();
check(await until(() => page.getByRole('button', { name: /Recording 0:0[2-9]/ }).isVisible()), 'the button counts while it records');
await page.locator('#record').click();
const toast = page.locator('.toast', { hasText: '.mcap' });
check(await until(() => toast.isVisible()), 'a toast names the file');
const file = (await toast.textContent()).match(/\S+\.mcap/)?.[0] ?? '';
check(statSync(join(server.folder, file)).size > 1000, `the file is there: ${file}`);

await page.getByRole('tab', { name: 'Recordings' }).click();
const row = page.locator('.rc', { hasText: file.replace('.mcap', '') });
check(await until(() => row.isVisible()), 'the list has it');
check(/sim/.test(await row.textContent()) && /\d (kB|MB)/.test(await row.textContent()), `with its kind and size: ${await row.textContent()}`);
await row.locator('.rc-main').click();
const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^Download/ }).first().click()]);
const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
check(bytes.length === statSync(join(server.folder, file)).size && bytes.subarray(1, 5).toString() === 'MCAP', 'it can be downloaded, whole');

// Replay: the page shows the past, the simulation continues.
const info = (await call(page, '/surefoot/recordings/open', { file })).info;
await page.getByRole('button', { name: /^Replay/ }).first().click();
check(await until(() => page.getByText('Driven by recording').isVisible()), 'replay is shown at the top');
const clock = async () => { const [m, s] = (await page.locator('.clock').textContent()).split(':').map(Number); return 60 * m + s; };
check(await until(async () => { const t = await clock(); return t >= info.begin - 0.1 && t <= info.end + 0.1; }), 'the clock is in the recording');
// The recorded messages of the robot as JSON, read independently of the drawing.
const reply = await call(page, '/surefoot/recordings/read', { file, topic: '/surefoot/state', begin: 0, end: 1e6, max_messages: 5000 });
const places = reply.json.map((text) => JSON.parse(text)).map(({ names, poses }) => poses[names.indexOf('husky::base_link')].position);
check(await until(async () => (await clock()) > reply.times[0] + 0.5), 'the clock advances');
const drawn = await page.evaluate(() => window.surefoot.pose('husky'));
near(Math.min(...places.map((p) => Math.hypot(p.x - drawn[12], p.y - drawn[13], p.z - drawn[14]))), 0, 0.02, 'the robot is drawn where it was');
const end = places[places.length - 1];
check(Math.hypot(end.x - places[0].x, end.y - places[0].y) > 0.2, 'and it has moved on the way');
await row.getByRole('button', { name: 'Back to the running world' }).click();
check(await until(() => page.getByText('Driven by recording').count().then((n) => n === 0)), 'and back to the running world');
check(page.problems.length === 0, `the console is quiet ${page.problems.join('; ')}`);
await finish();
