// roslib against web_test_server: rosbridge_roslib.mjs ADDRESS TOKEN FOLDER VERSION.
import assert from 'node:assert';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [address, token, folder, version] = process.argv.slice(2);
const require = createRequire(`${folder}/package.json`);
const old = version.startsWith('1');
const entry = () => {
  const root = `${folder}/node_modules/roslib`;
  return pathToFileURL(`${root}/${require(`${root}/package.json`).exports['.'].import}`).href;
};
const loaded = old ? require('roslib') : await import(entry());
const ROSLIB = loaded.default ?? loaded;
setTimeout(() => { console.error('error: too slow'); process.exit(1); }, 30000);

const ros = new ROSLIB.Ros({ url: `${address.replace('http', 'ws')}/?token=${token}` });
await new Promise((resolve, reject) => { ros.on('connection', resolve); ros.on('error', reject); });
const topic = (name, messageType, more) =>
  new ROSLIB.Topic({ ros, name, messageType, ...more });
const next = (t, good = () => true) => new Promise((resolve) => {
  t.subscribe((m) => { if (good(m)) { t.unsubscribe(); resolve(m); } });
});
const call = (name, serviceType, request) => new Promise((resolve, reject) =>
  new ROSLIB.Service({ ros, name, serviceType })
    .callService(old ? new ROSLIB.ServiceRequest(request) : request, resolve, reject));

const topics = await new Promise((resolve, reject) => ros.getTopics(resolve, reject));
assert(topics.topics.includes('/robot_0/imu/data'));
const details = await new Promise((resolve, reject) =>
  ros.getMessageDetails('geometry_msgs/Twist', resolve, reject));
assert.deepEqual(Object.keys(ros.decodeTypeDefs(details)), ['linear', 'angular']);
const value = await new Promise((resolve) =>
  new ROSLIB.Param({ ros, name: '/node:use_sim_time' }).get(resolve));
assert.strictEqual(value, true);

for (const compression of ['none', 'png', 'cbor']) {
  const imu = await next(topic('/robot_0/imu/data', 'sensor_msgs/Imu', { compression }));
  assert.strictEqual(imu.linear_acceleration.z, 9.80665, compression);
  assert.strictEqual(imu.orientation_covariance.length, 9, compression);
}
const map = await next(topic('/map', 'nav_msgs/OccupancyGrid', { compression: 'cbor' }));
assert.deepEqual([...map.data], [0, 100, -1, 50]);
const image = await next(topic('/image', 'sensor_msgs/Image', { compression: 'cbor' }));
assert(image.data instanceof Uint8Array && image.data.length === 300000);
const raw = await next(topic('/robot_0/odom', 'nav_msgs/Odometry', { compression: 'cbor-raw' }));
assert(raw.bytes.length > 600);

const heard = next(topic('/robot_2/cmd_vel', 'geometry_msgs/Twist'), (m) => m.linear.x === 0.5);
await new Promise((resolve) => setTimeout(resolve, 200));
topic('/robot_2/cmd_vel', 'geometry_msgs/Twist').publish({ linear: { x: 0.5 }, angular: {} });
assert.strictEqual((await heard).angular.z, 0);

assert.strictEqual((await call('/set', 'std_srvs/SetBool', { data: true })).success, true);
await assert.rejects(call('/fail', 'std_srvs/Trigger', {}), (e) => String(e).includes('always'));
const mine = new ROSLIB.Service({ ros, name: `/js_${version[0]}/set`, serviceType: 'std_srvs/SetBool' });
mine.advertise((request, response) => {
  response.success = request.data;
  response.message = 'from JavaScript';
  return true;
});
await new Promise((resolve) => setTimeout(resolve, 200));
assert.strictEqual(
  (await call(mine.name, 'std_srvs/SetBool', { data: true })).message, 'from JavaScript');

if (ROSLIB.Action !== undefined) {
  const feedback = [];
  const actionType = 'simulation_interfaces/SimulateSteps';
  const send = (name, goal) => new Promise((resolve, reject) =>
    new ROSLIB.Action({ ros, name, actionType })
      .sendGoal(goal, resolve, (f) => feedback.push(f), reject));
  assert.strictEqual((await send('/count', { steps: 3 })).result.result, 1);
  assert.deepEqual(feedback.map((f) => f.completed_steps), [1, 2, 3]);
  // As an action server.
  const server = new ROSLIB.Action({ ros, name: '/js/act', actionType });
  server.advertise((goal, id) => {
    server.sendFeedback(id, { completed_steps: goal.steps, remaining_steps: 0 });
    server.setSucceeded(id, { result: { result: 1, error_message: 'js' } });
  }, () => {});
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.strictEqual((await send('/js/act', { steps: 8 })).result.error_message, 'js');
  assert.strictEqual(feedback.at(-1).completed_steps, 8);
}
ros.close();
console.log(`roslib ${version}: good`);
process.exit(0);
