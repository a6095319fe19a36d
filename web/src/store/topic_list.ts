import { computed } from '@preact/signals';
import { topicTypes } from './topics';

export interface TopicInfo { name: string; type: string }

/** All topics by name, without those that carry what the page itself needs. */
export const topics = computed<readonly TopicInfo[]>(() =>
  [...topicTypes.value].map(([name, type]) => ({ name, type })).filter((t) => !isInternal(t.name)).sort((a, b) => (a.name < b.name ? -1 : 1)));

/** Types whose messages are big or costly to make: they are read only where they are shown. */
const heavy = /^sensor_msgs\/(Image|CompressedImage|PointCloud2)$|^nav_msgs\/OccupancyGrid$/;
export function isHeavy(type: string): boolean {
  return heavy.test(type);
}

function isInternal(name: string): boolean {
  return name.startsWith('/surefoot/view/') || name.startsWith('/surefoot/lockstep/');
}

const order = ['Odometry', 'Twist', 'Imu', 'LaserScan', 'CompressedImage', 'Image', 'PointCloud2', 'JointState', 'BatteryState', 'NavSatFix', 'Range'];

/** What belongs to a robot first, in the order in which people ask for it; then what belongs to nobody, then the rest. */
export function byInterest(list: readonly TopicInfo[], robot: string): TopicInfo[] {
  const rank = ({ name, type }: TopicInfo) => {
    const at = order.indexOf(type.split('/').pop()!);
    const whose = name.startsWith(`/${robot}/`) ? 0 : name.indexOf('/', 1) < 0 ? 1 : 2;
    return whose * 100 + (at < 0 ? order.length : at) + (/truth/.test(name) ? 50 : 0);
  };
  return [...list].sort((a, b) => rank(a) - rank(b));
}

/** The first topic of a type that belongs to a robot; what is told by the simulator itself only if nothing else is. */
export function robotTopic(robot: string, type: string): TopicInfo | undefined {
  const own = topics.value.filter((t) => t.type === type && t.name.startsWith(`/${robot}/`));
  return own.find((t) => !/truth/.test(t.name)) ?? own[0];
}
