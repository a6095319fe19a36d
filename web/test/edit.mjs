// node edit.mjs PROGRAM SOURCE_DIR BUILD_DIR: edits in a real browser, each with undo: properties, duplicates, deletes, the library; saving and loading again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axe, call, check, finish, near, openPage, sceneReady, startServer, until } from './helpers.mjs';

const [, , program, , build] = process.argv;
const server = await startServer(program, `${build}/web`, ['husky_lab', '--paused']);
const page = await openPage(server.url, { draw: false });
check(await sceneReady(page), 'the scene comes');

const row = (name) => page.locator('[role=treeitem]', { hasText: new RegExp(`^${name}(robot)?$`) }).first();
const property = async (entity, part, name) => (await call(page, '/surefoot/edit/properties', { entity, part })).properties.find((p) => p.name === name);
const entities = async () => (await call(page, '/get_entities', {})).entities;
const undo = () => page.keyboard.press('Control+z');
const quiet = () => page.locator('#view').focus();

// A property, undone and done again.
await row('front_right_wheel_link').click();
await page.getByRole('tab', { name: 'Inspect' }).click();
const friction = page.getByLabel(/^Friction($|,)/).first();
check(await until(() => friction.isVisible()), 'a wheel has a friction');
const old = (await property('husky', 'link:front_right_wheel_link', 'mu')).value[0];
near(Number(await friction.inputValue()), old, 1e-4 * Math.max(1, old), 'the field shows the simulator\'s value');
await friction.fill('0.48');
await friction.press('Enter');
check(await until(async () => (await property('husky', 'link:front_right_wheel_link', 'mu')).value[0] === 0.48), 'the simulator has the new value');
const toast = page.locator('.toast', { hasText: 'Friction of front_right_wheel_link' });
check(await until(() => toast.isVisible()) && /to 0\.48/.test(await toast.textContent()), 'a toast names both values');
check(await until(() => page.locator('.pr', { hasText: 'was' }).first().isVisible()), 'the field shows the previous value');
check(await until(() => page.locator('.saved', { hasText: '1 unsaved edit' }).isVisible()), 'the top bar counts the edit');
await axe(page, 'properties');
const all = page.getByRole('button', { name: /Apply to all 4/ });
check(await until(() => all.isVisible()), 'the note names the four wheels that share it');
await all.click();
check(await until(async () => (await property('husky', 'link:rear_left_wheel_link', 'mu')).value[0] === 0.48), 'all wheels have it');
await quiet();
await undo();
check(await until(async () => (await property('husky', 'link:rear_left_wheel_link', 'mu')).value[0] === old), 'undo takes it back from the others');
check((await property('husky', 'link:front_right_wheel_link', 'mu')).value[0] === 0.48, 'and only from them');
await undo();
check(await until(async () => (await property('husky', 'link:front_right_wheel_link', 'mu')).value[0] === old), 'undo takes back the first');
await page.keyboard.press('Control+Shift+z');
check(await until(async () => (await property('husky', 'link:front_right_wheel_link', 'mu')).value[0] === 0.48), 'and redo brings it again');
await friction.fill('-3');
await friction.press('Enter');
check(await until(() => page.getByRole('alert').filter({ hasText: 'At least 0' }).isVisible()), 'what is out of range is refused in words');
await friction.press('Escape');

// A copy, then deleted.
await row('husky').click();
await page.getByRole('button', { name: 'Duplicate' }).click();
check(await until(async () => (await entities()).length === 4), `there is a copy: ${await entities()}`);
check(await until(() => row('husky_1').isVisible()), 'the tree has it');
await quiet();
await page.keyboard.press('Delete');
check(await until(async () => (await entities()).length === 3), 'Delete takes it away');
await undo();
check(await until(async () => (await entities()).length === 4), 'undo brings it back');
await undo();
check(await until(async () => (await entities()).length === 3), 'undo of the copy takes it away');

// The library: by keys, and by dragging.
await page.getByRole('tab', { name: 'Library' }).click();
const tile = page.locator('.tile[data-uri*=crate], .tile[data-uri*=two_wheel]').first();
check(await until(() => tile.isVisible()), 'the library shows models');
await tile.focus();
await page.keyboard.press('Enter');
check(await until(async () => (await entities()).length === 4), 'Enter adds one at the centre of the view');
const added = (await entities()).find((e) => !['husky', 'floor', 'lab_terrain'].includes(e));
check(await until(() => page.evaluate((name) => window.surefoot.drawn().some((m) => m.name === name), added)), 'it is in the view');
const from = await tile.boundingBox();
await page.mouse.move(from.x + 20, from.y + 20);
await page.mouse.down();
for (const [x, y] of [[300, 300], [480, 380], [500, 400]]) { await page.mouse.move(x, y); await page.waitForTimeout(200); }
check(await page.locator('.drag-hint').isVisible(), 'the dragged model is named beside the pointer');
await page.mouse.up();
check(await until(async () => (await entities()).length === 5), 'dropped, it is there');
await page.mouse.move(from.x + 20, from.y + 20);
await page.mouse.down();
for (const [x, y] of [[300, 300], [480, 380]]) { await page.mouse.move(x, y); await page.waitForTimeout(100); }
await page.keyboard.press('Escape');
await page.mouse.up();
await page.waitForTimeout(500);
check((await entities()).length === 5, 'Escape cancels a drag');

// Saved, and loaded again: the same world.
await quiet();
await page.keyboard.press('Control+s');
await page.getByLabel('File').fill('edited.sdf');
await page.getByRole('button', { name: 'Save', exact: true }).click();
check(await until(() => page.locator('.toast', { hasText: 'edited.sdf' }).isVisible()), 'Ctrl S saves');
check(await until(() => page.locator('.saved', { hasText: /^Saved$/ }).isVisible()), 'the top bar says so');
check(/<world/.test(readFileSync(join(server.folder, 'edited.sdf'), 'utf8')), 'the file is an SDF');
await page.locator('.saved').click();
await page.getByLabel('File').fill('edited.sdf');
await page.getByRole('button', { name: 'Save', exact: true }).click();
check(await until(() => page.getByRole('button', { name: 'Overwrite' }).isVisible()), 'it asks before it overwrites');
await page.getByRole('button', { name: 'Overwrite' }).click();
await until(() => page.locator('.save-form').count().then((n) => n === 0));
const first = await call(page, '/surefoot/save_world', { file: 'once.sdf', overwrite: true });
await call(page, '/load_world', { uri: 'edited.sdf' });
await until(async () => (await entities()).length === 5);
const second = await call(page, '/surefoot/save_world', { file: 'twice.sdf', overwrite: true });
check(first.success && first.hash === second.hash, `loaded again it has the same hash: ${first.hash} ${second.hash}`);
check(page.problems.length === 0, `the console is quiet ${page.problems.join('; ')}`);
await finish();
