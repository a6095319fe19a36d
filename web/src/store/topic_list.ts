import { computed } from '@preact/signals';
import { topicTypes } from './topics';

export interface TopicInfo { name: string; type: string }

/** All topics by name, without those of the page itself. */
export const topics = computed<readonly TopicInfo[]>(() =>
  [...topicTypes.value].map(([name, type]) => ({ name, type })).filter((t) => !isInternal(t.name)).sort((a, b) => (a.name < b.name ? -1 : 1)));

/** Types with large or expensive messages: they are read only where they are shown. */
const heavy = /^sensor_msgs\/(Image|CompressedImage|PointCloud2)$|^nav_msgs\/OccupancyGrid$/;
export function isHeavy(type: string): boolean {
  return heavy.test(type);
}

function isInternal(name: string): boolean {
  return name.startsWith('/surefoot/view/') || name.startsWith('/surefoot/lockstep/');
}

const order = ['Odometry', 'Twist', 'Imu', 'LaserScan', 'CompressedImage', 'Image', 'PointCloud2', 'JointState', 'BatteryState', 'NavSatFix', 'Range'];

/** Topics of the driven robot first, in the order of their usual importance; then those of no model, then the rest. */
export function byInterest(list: readonly TopicInfo[], robot: string): TopicInfo[] {
  const rank = ({ name, type }: TopicInfo) => {
    const at = order.indexOf(type.split('/').pop()!);
    const whose = name.startsWith(`/${robot}/`) ? 0 : name.indexOf('/', 1) < 0 ? 1 : 2;
    return whose * 100 + (at < 0 ? order.length : at) + (/truth/.test(name) ? 50 : 0);
  };
  return [...list].sort((a, b) => rank(a) - rank(b));
}

/** The first topic of a type of a robot; ground truth of the simulator only if there is nothing else. */
export function robotTopic(robot: string, type: string): TopicInfo | undefined {
  const own = topics.value.filter((t) => t.type === type && t.name.startsWith(`/${robot}/`));
  return own.find((t) => !/truth/.test(t.name)) ?? own[0];
}
