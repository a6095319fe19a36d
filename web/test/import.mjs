// node import.mjs PROGRAM SOURCE_DIR BUILD_DIR: files dropped onto the page, good and broken.
import { axe, call, check, finish, openPage, sceneReady, startServer, until } from './helpers.mjs';

const [, , program, , build] = process.argv;
const server = await startServer(program, `${build}/web`, ['empty', '--paused']);
const page = await openPage(server.url, { draw: false });
check(await sceneReady(page), 'the scene comes');
const entities = async () => (await call(page, '/get_entities', {})).entities;

/** Drops files as a user does from a folder. */
function drop(files) {
  return page.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const [name, bytes] of all) transfer.items.add(new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
    const target = document.querySelector('#view');
    for (const type of ['dragenter', 'dragover', 'drop']) target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files);
}

const link = (name, mesh = '') => `  <link name="${name}">
    <inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><geometry>${mesh ? `<mesh filename="${mesh}"/>` : '<box size="0.4 0.3 0.2"/>'}</geometry></visual>
    <collision><geometry><box size="0.4 0.3 0.2"/></geometry></collision>
  </link>`;
const robot = (parts) => `<?xml version="1.0"?>\n<robot name="rover">\n${parts.join('\n')}\n</robot>\n`;
const joint = (axis) => `  <joint name="arm" type="continuous">\n    <parent link="base"/><child link="tip"/>\n    <axis xyz="${axis}"/>\n  </joint>`;

// A valid file is imported at once.
await drop([['rover.urdf', robot([link('base'), link('tip'), joint('0 1 0')])]]);
check(await until(async () => (await entities()).includes('rover')), 'a good URDF is added at once');
check(await until(() => page.locator('.toast', { hasText: 'rover' }).isVisible()), 'a toast says so');

// A broken file opens the list of problems, and the world is not changed.
const before = (await entities()).length;
await drop([['rover_mk3.urdf', robot([link('base'), link('tip', 'package://rover_mk3/wheel.stl'), joint('0 0 0')])]]);
const heading = page.getByRole('heading', { name: /rover_mk3\.urdf needs \d+ fix/ });
check(await until(() => heading.isVisible()), 'a broken URDF opens its list');
const problems = page.locator('.problems li');
const count = await problems.count();
check(count >= 2, `all problems are reported at once: ${count}`);
check(await page.locator('.problems').getByText(/wheel\.stl/).count() > 0, 'the missing mesh is named');
check((await page.locator('.problems').textContent()).includes('Line 15'), 'with its line');
check((await entities()).length === before, 'the world has not changed');
const order = await problems.evaluateAll((all) => all.map((li) => li.querySelector('.danger') ? 0 : 1));
check(order.every((o, i) => i === 0 || o >= order[i - 1]), 'errors come before warnings');

for (const theme of ['light', 'dark']) {
  await page.evaluate((t) => { document.documentElement.dataset.theme = t; }, theme);
  await page.waitForTimeout(300);
  await axe(page, `the list of problems, ${theme}`);
}

// The buttons fix it, one by one.
await page.getByRole('button', { name: 'Use 0 0 1' }).first().click();
check(await until(async () => !(await page.locator('.problems').textContent().catch(() => '')).includes('axis')), 'the button repairs the axis');

// The missing file, dropped on the page, is added to the open import.
const stl = `solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nfacet normal 0 0 -1\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid x\n`;
await drop([['wheel.stl', stl]]);
check(await until(async () => (await heading.count()) === 0), 'with the missing file no error is left');
const add = page.getByRole('button', { name: /Add to the world|Load what works/ });
if (await add.isVisible()) await add.click();
check(await until(async () => (await entities()).length === before + 1), 'and it can be added');

// Discard removes everything.
await drop([['bad.sdf', '<sdf version="1.9"><model name="x"><link name="a"><inertial><mass>-1</mass></inertial></link></model></sdf>']]);
check(await until(() => page.getByRole('button', { name: 'Discard' }).isVisible()), 'a bad SDF opens the list, too');
await page.getByRole('button', { name: 'Discard' }).click();
check(await until(() => page.getByRole('tab', { name: 'Inspect' }).isVisible()) && (await entities()).length === before + 1, 'Discard leaves the world alone');

// Other files are refused with a message.
await drop([['notes.txt', 'hello']]);
check(await until(() => page.locator('.toast', { hasText: 'notes.txt: not a URDF' }).isVisible()), 'other files are refused in a sentence');
await drop([['half.zip', [80, 75, 3, 4, 0, 0]]]);
check(await until(() => page.locator('.toast', { hasText: 'half.zip cannot be read' }).isVisible()), 'so is half a zip');
check(page.problems.length === 0, `the console is quiet ${page.problems.join('; ')}`);
await finish();
