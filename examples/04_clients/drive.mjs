// Drives a Husky for two seconds and reads its IMU, with roslib (npm install roslib).
// Start the server first: surefoot serve husky_lab
// Usage: node drive.mjs [HOST [PORT]]
import * as roslib from 'roslib';

const ROSLIB = roslib.default ?? roslib;
const [host = '127.0.0.1', port = '8080'] = process.argv.slice(2);

const ros = new ROSLIB.Ros({ url: `ws://${host}:${port}` });
await new Promise((resolve, reject) => {
  ros.on('connection', resolve);
  ros.on('error', () => reject(new Error(`nobody answers at ${host}:${port}`)));
});

const turnRates = [];
const imu = new ROSLIB.Topic({ ros, name: '/husky/imu/data', messageType: 'sensor_msgs/Imu' });
imu.subscribe((message) => turnRates.push(message.angular_velocity.z));

const drive = new ROSLIB.Topic({ ros, name: '/husky/cmd_vel', messageType: 'geometry_msgs/Twist' });
for (let i = 0; i < 20; ++i) {
  drive.publish({ linear: { x: 0.3 }, angular: { z: 0.5 } });
  await new Promise((resolve) => setTimeout(resolve, 100));
}
drive.publish({});

ros.close();
const largest = Math.max(0, ...turnRates);
console.log(`${turnRates.length} IMU messages, largest turn rate ${largest.toFixed(2)} rad/s`);
