/** The last value of a topic in a few words. */
import { fieldsOf, isNumbers, type Message } from './values';

const f = (value: unknown, digits = 2): string => (typeof value === 'number' ? value.toFixed(digits).replace(/^-(0\.?0*)$/, '$1') : '–');
const deg = (rad: number): string => `${f((rad * 180) / Math.PI, 1)}°`;
const thousands = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ' ');

/* eslint-disable-next-line @typescript-eslint/no-explicit-any */
type Any = any;

function yaw(q: Any): number {
  return Math.atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z));
}
function pitch(q: Any): number {
  return Math.asin(Math.min(1, Math.max(-1, 2 * (q.w * q.y - q.z * q.x))));
}
const position = (p: Any) => `x ${f(p.x)}  y ${f(p.y)}`;
const twist = (t: Any) => `v ${f(t.linear.x)}  ω ${f(t.angular.z)}`;
const vector = (v: Any) => `${f(v.x)}  ${f(v.y)}  ${f(v.z)}`;
const count = (n: number, one: string, many = `${one}s`) => `${thousands(n)} ${n === 1 ? one : many}`;

function nearest(ranges: ArrayLike<number>, min: number): number {
  let found = Infinity;
  for (let i = 0; i < ranges.length; i++) if (ranges[i]! >= min && ranges[i]! < found) found = ranges[i]!;
  return found;
}

const by_type: Record<string, (m: Any) => string> = {
  'nav_msgs/Odometry': (m) => `${position(m.pose.pose.position)}  yaw ${deg(yaw(m.pose.pose.orientation))}`,
  'geometry_msgs/PoseStamped': (m) => `${position(m.pose.position)}  yaw ${deg(yaw(m.pose.orientation))}`,
  'geometry_msgs/Twist': twist,
  'geometry_msgs/TwistStamped': (m) => twist(m.twist),
  'geometry_msgs/PointStamped': (m) => vector(m.point),
  'geometry_msgs/Vector3Stamped': (m) => vector(m.vector),
  'geometry_msgs/WrenchStamped': (m) => `F ${vector(m.wrench.force)} N`,
  'sensor_msgs/Imu': (m) => `az ${f(m.linear_acceleration.z)}  pitch ${deg(pitch(m.orientation))}`,
  'sensor_msgs/LaserScan': (m) => {
    const near = nearest(m.ranges, m.range_min);
    return `${count(m.ranges.length, 'point')}, ${near < Infinity ? `nearest ${f(near)} m` : 'nothing near'}`;
  },
  'sensor_msgs/PointCloud2': (m) => count(m.width * m.height, 'point'),
  'sensor_msgs/Image': (m) => `${m.width} × ${m.height} ${m.encoding}`,
  'sensor_msgs/CompressedImage': (m) => `${m.format}, ${Math.round(m.data.length / 1000)} kB`,
  'sensor_msgs/CameraInfo': (m) => `${m.width} × ${m.height}, f ${f(m.k?.[0] ?? m.K?.[0], 0)} px`,
  'sensor_msgs/JointState': (m) => `${count(m.name.length, 'joint')}, ${f(m.velocity[0] ?? m.position[0])}${m.velocity.length ? ' rad/s' : ''}`,
  'sensor_msgs/BatteryState': (m) => `${f(m.voltage, 1)} V  ${f(m.percentage * 100, 0)} %`,
  'sensor_msgs/NavSatFix': (m) => `${f(m.latitude, 5)}, ${f(m.longitude, 5)}`,
  'sensor_msgs/Range': (m) => `${f(m.range)} m`,
  'sensor_msgs/FluidPressure': (m) => `${f(m.fluid_pressure, 0)} Pa`,
  'sensor_msgs/MagneticField': (m) => `${f(m.magnetic_field.x * 1e6, 1)}  ${f(m.magnetic_field.y * 1e6, 1)}  ${f(m.magnetic_field.z * 1e6, 1)} µT`,
  'tf2_msgs/TFMessage': (m) => count(m.transforms.length, 'frame'),
  'rosgraph_msgs/Clock': (m) => f(m.clock.sec + m.clock.nanosec * 1e-9, 3),
  'surefoot_msgs/Contacts': (m) => count(m.contacts?.length ?? 0, 'contact'),
  'surefoot_msgs/WheelGrounds': (m) => count(m.wheels?.length ?? 0, 'wheel'),
  'surefoot_msgs/Event': (m) => m.text,
  'gazebo_msgs/ContactsState': (m) => count(m.states.length, 'contact'),
  'vision_msgs/Detection2DArray': (m) => count(m.detections.length, 'detection'),
  'nav_msgs/OccupancyGrid': (m) => `${m.info.width} × ${m.info.height} cells`,
  'rcl_interfaces/Log': (m) => m.msg,
};

function anything(message: Message): string {
  const parts = fieldsOf(message).filter(({ path, value }) => !path.startsWith('header') && typeof value !== 'object');
  const words = parts.slice(0, 3).map(({ path, value }) =>
    `${parts.length > 1 ? `${path.split('.').pop()} ` : ''}${typeof value === 'number' ? (Number.isInteger(value) ? value : f(value)) : value}`);
  return words.join('  ').slice(0, 80);
}

export function summaryOf(type: string, message: Message): string {
  try {
    return by_type[type]?.(message) ?? anything(message);
  } catch {
    return anything(message);
  }
}

/** A field's value for its row. */
export function fieldText(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3) ? value.toExponential(3) : value.toFixed(4);
  if (isNumbers(value)) return `${value.length} numbers`;
  return String(value ?? '');
}
