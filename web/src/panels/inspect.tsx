import type { ComponentChildren } from 'preact';
import { client, holderOf } from '../store/people';
import { duplicateSelected, removeSelected } from '../store/edit';
import { findModel, scene, type Joint, type SceneModel, type Sensor } from '../store/scene';
import { linkOf, select, selected, selection, type Item } from '../store/selection';
import { cameraMode, followed } from '../store/settings';
import { status } from '../store/status';
import { sensorTopics } from '../store/topics';
import { Button, IconButton } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { frameItem } from '../scene/pointer';
import { view } from '../scene/start';
import { JointSection } from './joint_section';
import { useRobotTopic } from './live';
import { PoseSection } from './pose_section';
import { PropertySection } from './property_section';
import { text } from './strings';
import { linkIcon, modelIcon, sensorIcon } from './tree_rows';
import { LightSection, WorldSection } from './world_section';

interface HeadProps { icon: IconName; name: string; chip: string; path: Item[]; children?: ComponentChildren }

function nameOf(item: Item): string {
  return item.name || item.model || scene.value?.world || text.inspect.world;
}

function Head({ icon, name, chip, path }: HeadProps) {
  return (
    <div class="head">
      <h2><Icon name={icon} /><span class="nm">{name}</span><span class="chip">{chip}</span></h2>
      {path.length > 1 && (
        <nav class="crumb" aria-label="Path">
          {path.map((item, i) => (
            <>{i > 0 && ' › '}{i < path.length - 1 ? <button type="button" onClick={() => select(item)}>{nameOf(item)}</button> : <span aria-current="page">{nameOf(item)}</span>}</>
          ))}
        </nav>
      )}
    </div>
  );
}

/** Why this person cannot edit a robot now: another client has control of it. */
function refusal(model: string): string | false {
  const holder = holderOf(model);
  return !!holder?.client && holder.client !== client.value && text.inspect.driven(holder.name || holder.client);
}

/** The path from the model down to the link. */
function pathOf(model: SceneModel, link: string | null): Item[] {
  const path: Item[] = [];
  const { links } = model.details;
  for (let at = links.find((l) => l.name === link), left = links.length; at && left-- > 0; at = at.parent >= 0 ? links[at.parent] : undefined) {
    path.unshift({ model: model.name, part: 'link', name: at.name });
  }
  return [{ model: model.name, part: '', name: '' }, ...path];
}

interface Wheels { wheels: { link: string; joint: string; touching: boolean; ground: string; load: number; drawbar_pull: number }[] }

/** Contact of a wheel with the ground, shown beside its properties. */
function useWheel(model: string, link: string): { touching: string; load: string } | null {
  const received = useRobotTopic<Wheels>(model, 'surefoot_msgs/WheelGrounds');
  const wheel = received?.wheels.find((w) => w.link === link || w.link.endsWith(`::${link}`) || w.link.endsWith(`/${link}`));
  if (!wheel) return null;
  const { load, drawbar_pull: pull } = wheel;
  return { touching: wheel.touching ? wheel.ground || 'the ground' : '', load: `${load.toFixed(0)} N, ${text.inspect.drive} ${pull.toFixed(0)} N` };
}

function LinkInspector({ model, link, joint, item }: { model: SceneModel; link: string; joint: Joint | undefined; item: Item }) {
  const details = model.details.links.find((l) => l.name === link)!;
  const moving = joint && joint.type !== 'fixed' ? joint : undefined;
  const reason = refusal(model.name);
  const wheel = useWheel(model.name, link);
  return (
    <>
      <Head icon={linkIcon(details)} name={link} chip={moving ? text.inspect.jointChip(moving.type) : text.inspect.linkChip} path={pathOf(model, link)} />
      <div class="scroll" tabIndex={0} role="region" aria-label={link}>
        <PoseSection item={{ ...item, part: 'link', name: link }} reason={reason} />
        {moving && <JointSection model={model.name} joint={moving} reason={reason} />}
        <PropertySection place={{ entity: model.name, part: `link:${link}` }} reason={reason} first={['Tyre contact', 'Contact', 'Ground']}
          aside={(group) => group === 'Tyre contact' && wheel?.touching && <span class="chip a">{text.inspect.touching(wheel.touching)}</span>}
          rows={(group) => group === 'Tyre contact' && wheel && <div class="pr"><span class="label">{text.inspect.load}</span><span class="m ro">{wheel.load}</span></div>} />
        {moving && <PropertySection place={{ entity: model.name, part: `joint:${moving.name}` }} reason={reason} />}
      </div>
    </>
  );
}

function SensorInspector({ model, link, sensor, item }: { model: SceneModel; link: string; sensor: Sensor; item: Item }) {
  const topics = sensorTopics(model, link, sensor.name);
  return (
    <>
      <Head icon={sensorIcon(sensor)} name={sensor.name} chip={sensor.type.replace(/_/g, ' ')} path={[...pathOf(model, link), item]} />
      <div class="scroll" tabIndex={0} role="region" aria-label={sensor.name}>
        <h3 class="sec first">{text.inspect.sensor}</h3>
        {topics.map((topic) => <div class="pr" key={topic}><span class="label">{text.inspect.topic}</span><span class="m ro cut" data-tip={topic}>{topic}</span></div>)}
        {sensor.rate > 0 && <div class="pr"><span class="label">{text.inspect.rate}</span><span class="m ro">{sensor.rate} Hz</span></div>}
        <PropertySection place={{ entity: model.name, part: `sensor:${item.name}` }} reason={refusal(model.name)} />
      </div>
    </>
  );
}

function ModelActions({ model, reason }: { model: SceneModel; reason: string | false }) {
  const frame = () => { const now = view.peek(); if (now) frameItem(now, { model: model.name, part: '', name: '' }); };
  return (
    <div class="head-actions">
      <IconButton small icon="scan" label={text.inspect.frame} keys="F" onClick={frame} />
      {model.robot && <IconButton small icon="video" label={text.inspect.follow} keys="Shift F" onClick={() => { followed.value = model.name; cameraMode.value = 'follow'; }} />}
      <span class="grow" />
      <Button small icon="copy" tip="Ctrl D" onClick={() => void duplicateSelected()}>{text.inspect.duplicate}</Button>
      <Button small icon="trash" tip="Delete" reason={reason} onClick={() => void removeSelected()}>{text.inspect.delete}</Button>
    </div>
  );
}

function ModelInspector({ model, item }: { model: SceneModel; item: Item }) {
  const reason = refusal(model.name);
  const moving = model.details.joints.filter((j) => j.type !== 'fixed');
  const chip = model.robot ? text.inspect.robotChip : model.static ? text.inspect.staticChip : text.inspect.modelChip;
  return (
    <>
      <Head icon={modelIcon(model)} name={model.name} chip={chip} path={[]} />
      <ModelActions model={model} reason={reason} />
      <div class="scroll" tabIndex={0} role="region" aria-label={model.name}>
        <PoseSection item={item} reason={reason} />
        <PropertySection place={{ entity: model.name, part: '' }} reason={reason} />
        {moving.length > 0 && <h3 class="sec">{text.inspect.jointsOf}<span class="hint">{moving.length}</span></h3>}
        {moving.slice(0, 40).map((joint) => (
          <button type="button" key={joint.name} class="part-row" onClick={() => select({ model: model.name, part: 'joint', name: joint.name })}>
            <Icon name="circleDot" small />{joint.name}<span class="grow" /><span class="faint">{joint.type}</span>
          </button>
        ))}
      </div>
    </>
  );
}

/** Everything about the selected item. */
export function InspectPanel() {
  const item = selected.value;
  scene.value;
  if (!item) return <p class="empty">{text.inspect.none}</p>;
  const many = selection.value.length > 1 && <p class="many">{text.inspect.selectedMany(selection.value.length)}</p>;
  if (item.part === 'world') {
    return (
      <>
        <Head icon="layers" name={status.value?.world || text.inspect.world} chip={text.inspect.worldChip} path={[]} />
        <div class="scroll" tabIndex={0} role="region" aria-label={text.inspect.world}><WorldSection /></div>
      </>
    );
  }
  if (item.part === 'light') {
    const light = scene.value?.lights.find((l) => l.name === item.name);
    return light ? <><Head icon="sun" name={light.name} chip={text.inspect.lightChip(light.type)} path={[]} /><div class="scroll"><LightSection light={light} /></div></> : null;
  }
  const model = findModel(item.model);
  if (!model) return <p class="empty">{text.inspect.none}</p>;
  const link = linkOf(item);
  const { links, joints } = model.details;
  if (item.part === 'sensor' && link) {
    const own = links.find((l) => l.name === link)!;
    const sensor = own.sensors?.find((s) => s.name === item.name || `${link}/${s.name}` === item.name);
    if (sensor) return <>{many}<SensorInspector key={item.name} model={model} link={link} sensor={sensor} item={item} /></>;
  }
  if ((item.part === 'link' || item.part === 'joint') && link) {
    const joint = item.part === 'joint' ? joints.find((j) => j.name === item.name) : joints.find((j) => links[j.child]?.name === link);
    return <>{many}<LinkInspector key={`${item.model} ${link}`} model={model} link={link} joint={joint} item={item} /></>;
  }
  return <>{many}<ModelInspector key={item.model} model={model} item={item} /></>;
}
