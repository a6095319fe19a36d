import type { Link, Scene, SceneModel, Sensor } from '../store/scene';
import type { Item } from '../store/selection';
import { isIcon, type IconName } from '../ui/icon';

/** A row of the tree before it is drawn. */
export interface Node { id: string; item: Item; depth: number; text: string; icon: IconName; parent: string; children: boolean; robot?: boolean; count?: number }

export function idOf({ model, part, name }: Item): string {
  return `${part}|${model}|${name}`;
}

export function sensorIcon(sensor: Sensor): IconName {
  return isIcon(sensor.icon) ? sensor.icon : 'activity';
}

const model_icons: [RegExp, IconName][] = [
  [/grass|tree|plant/i, 'trees'], [/bump|wave|water/i, 'waves'], [/terrain|gravel|hill|heightmap|soil|mars/i, 'mountain'],
  [/ramp|slope/i, 'ramp'], [/cone/i, 'cone'], [/crate|box|pallet/i, 'packageBox'], [/floor|ground|plane/i, 'layers'],
];
export function modelIcon(model: SceneModel): IconName {
  if (model.robot) return 'bot';
  return model_icons.find(([pattern]) => pattern.test(model.name))?.[1] ?? 'box';
}

export function linkIcon(link: Link): IconName {
  return link.motion === 'turn' || link.motion === 'slide' ? 'circleDot' : 'box';
}

/** The name of a sensor in services: with its link's name if two sensors have the same name. */
export function sensorName(model: SceneModel, link: Link, name: string): string {
  const same = model.details.links.reduce((n, l) => n + (l.sensors ?? []).filter((s) => s.name === name).length, 0);
  return same > 1 ? `${link.name}/${name}` : name;
}

function modelNodes(model: SceneModel, out: Node[]): void {
  const { links } = model.details;
  const top: Item = { model: model.name, part: '', name: '' };
  const simple = links.length <= 1 && !links[0]?.sensors?.length;
  out.push({ id: idOf(top), item: top, depth: 1, text: model.name, icon: modelIcon(model), parent: 'world||', children: !simple, robot: model.robot });
  if (simple) return;
  const below = new Map<number, number[]>();
  links.forEach((link, i) => {
    const parent = link.parent >= 0 && link.parent !== i ? link.parent : -1;
    below.set(parent, [...(below.get(parent) ?? []), i]);
  });
  const done = new Set<number>();
  const walk = (index: number, depth: number, parent: string): void => {
    if (done.has(index)) return;
    done.add(index);
    const link = links[index]!;
    const item: Item = { model: model.name, part: 'link', name: link.name };
    const kids = below.get(index) ?? [], sensors = link.sensors ?? [];
    out.push({ id: idOf(item), item, depth, text: link.name, icon: linkIcon(link), parent, children: kids.length + sensors.length > 0 });
    for (const kid of kids) walk(kid, depth + 1, idOf(item));
    for (const sensor of sensors) {
      const one: Item = { model: model.name, part: 'sensor', name: sensorName(model, link, sensor.name) };
      out.push({ id: idOf(one), item: one, depth: depth + 1, text: sensor.name, icon: sensorIcon(sensor), parent: idOf(item), children: false });
    }
  };
  for (const index of below.get(-1) ?? []) walk(index, 2, idOf(top));
  links.forEach((_, i) => walk(i, 2, idOf(top)));
}

/** All rows of a scene: robots first, then other models, then lights. */
export function nodesOf(scene: Scene): Node[] {
  const world: Item = { model: '', part: 'world', name: '' };
  const out: Node[] = [{ id: idOf(world), item: world, depth: 0, text: scene.world || 'world', icon: 'layers', parent: '', children: true }];
  const models = [...scene.models.filter((m) => m.robot), ...scene.models.filter((m) => !m.robot)];
  for (const model of models) modelNodes(model, out);
  for (const light of scene.lights) {
    if (!light.name) continue;
    const item: Item = { model: '', part: 'light', name: light.name };
    out.push({ id: idOf(item), item, depth: 1, text: light.name, icon: 'sun', parent: idOf(world), children: false });
  }
  return out;
}

/** The visible rows: those below open rows or, with a filter, the matching rows and their parents. */
export function shownNodes(nodes: Node[], open: ReadonlySet<string>, filter: string): Node[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    const keep = new Set<string>();
    const byId = new Map(nodes.map((n) => [n.id, n]));
    for (const node of nodes) {
      if (!words.every((w) => node.text.toLowerCase().includes(w))) continue;
      for (let at: Node | undefined = node; at; at = byId.get(at.parent)) keep.add(at.id);
    }
    return nodes.filter((n) => keep.has(n.id));
  }
  const shown = new Set<string>();
  return nodes.filter((node) => {
    const seen = node.parent === '' || (shown.has(node.parent) && open.has(node.parent));
    if (seen) shown.add(node.id);
    return seen;
  });
}
