/** Texts of the panels and cards. */

const plural = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const text = {
  filterNone: (filter: string) => `Nothing matches “${filter}”.`,
  scene: {
    tree: 'Entities', filter: (n: number) => `Filter ${plural(n, 'item')}`, hide: (name: string) => `Hide ${name}`, show: (name: string) => `Show ${name}`,
    lock: (name: string) => `Lock ${name} against clicks in the view`, unlock: (name: string) => `Unlock ${name}`,
    robot: 'robot', library: 'Library', drag: 'drag into the world', openLibrary: 'Open the full library',
    loading: 'Waiting for the world.', heldBy: (name: string) => `${name} has control of it`,
  },
  library: {
    filter: (n: number) => `Filter ${plural(n, 'model')}`, worlds: 'Worlds', none: 'This simulator has no models.',
    add: 'Add at view centre', loadWorld: (name: string) => `Load ${name}`,
    dragHint: 'Drag into the world. Shift snaps to a grid of 0.1 m, Alt leaves the height free, Esc cancels.', tile: (name: string) => `${name}: add at view centre, or drag into the world`,
    placing: (name: string, x: string, y: string) => `${name} at ${x}, ${y} m`, touches: 'would collide with something', noView: 'The view is not ready yet.',
  },
  inspect: {
    none: 'Click something in the world to see its pose, mass and friction.', world: 'the world', on: 'on', off: 'off',
    several: (n: number) => `${n} parts`, changed: (label: string, of: string, from: string, to: string) => `${label} of ${of}: ${from} to ${to}`,
    pose: 'Pose', inFrame: (frame: string) => `in ${frame}`, units: 'm, deg', position: 'Position', rotation: 'Rotation',
    moved: (name: string, axis: string, from: string, to: string) => `${axis} of ${name}: ${from} to ${to}`,
    joint: 'Joint', jointPosition: 'Position', speed: 'Speed', torque: 'Torque', command: 'Command',
    modes: { free: 'Free', position: 'Position', velocity: 'Speed', effort: 'Torque' } as Record<string, string>,

    load: 'Load', drive: 'drive', touching: (what: string) => `touching ${what}`,
    shared: (label: string, n: number, what: string) => `${label} is shared by ${n} ${what}.`, applyAll: (n: number) => `Apply to all ${n}`,
    noLimit: 'no limit', duplicate: 'Duplicate', delete: 'Delete', follow: 'Follow', frame: 'Frame it', sensor: 'Sensor', topic: 'Topic', rate: 'Rate',
    intensity: 'Intensity', lightOn: 'On', lightChanged: (name: string, what: string, from: string, to: string) => `${what} of ${name}: ${from} to ${to}`,
    worldChip: 'world', modelChip: 'model', staticChip: 'fixed in the world', robotChip: 'robot', linkChip: 'link', lightChip: (type: string) => `${type} light`, jointChip: (type: string) => `${type} joint`,
    selectedMany: (n: number) => `${n} selected`, driven: (name: string) => `${name} has control. Request control to edit.`, jointsOf: 'Joints', parts: 'parts', wheels: 'wheels', joints: 'joints', sensors: 'sensors', links: 'links',
  },
  topics: {
    filter: (n: number) => `Filter ${plural(n, 'topic')}`, list: 'Topics', none: 'No topics yet. Add a robot, or connect ROS 2 by rosbridge:', copy: 'Copy', copied: 'Copied.',
    plot: (name: string) => `Plot ${name}`, plotField: (field: string) => `Plot ${field}`, choose: 'Choose a field to plot', silent: 'silent', wrongType: 'wrong type',
    card: (name: string) => `Show ${name} as a card`, asCard: 'Show as a card', notRead: 'read when opened', waiting: 'no message yet',
  },
  plots: {
    command: 'command', sim: 'sim', speed: 'Forward speed', acceleration: 'Vertical acceleration', removeLine: (line: string) => `${line}. Click to remove it`,
    hold: 'Pause plots', run: 'Run plots again', csv: 'Save as CSV', png: 'Save as PNG', close: 'Close plot', full: (n: number) => `A plot has at most ${n} lines.`, usual: 'Restore the default plots',
  },
  recordings: {
    filter: (n: number) => `Filter ${plural(n, 'recording')}`, none: 'No recordings yet. Press Record, or drop an MCAP file from your robot.', drop: 'Drop an MCAP file from your robot to compare it.',
    real: 'real', sim: 'sim', open: (name: string) => `Replay ${name}`, download: (name: string) => `Download ${name}`, list: 'Recordings', close: 'Back to the running world',
    ghost: (name: string) => `Show the robot of ${name} as a ghost`, ghostFrom: 'Pose topic', noGhost: 'No ghost', noPose: 'The recording has no pose topic of a known type.', uploading: (name: string, percent: number) => `Uploading ${name}: ${percent} %`,
    added: (name: string) => `${name} is in Recordings`,
  },
  save: {
    save: 'Save world', name: 'File', button: 'Save', overwrite: 'Overwrite', exists: (file: string) => `${file} exists already.`,
    saved: (file: string) => `World saved as ${file}`, download: 'Download', tip: 'Save the world as SDF', cancel: 'Cancel',
  },
  imports: {
    needs: (file: string, n: number) => `${file} needs ${plural(n, 'fix', 'fixes')}`, warned: (file: string, n: number) => `${file} has ${plural(n, 'warning')}`,
    ready: (file: string) => `${file} is ready`, fine: (good: number, all: number) => `${good} of ${all} links are valid and shown in the view as a preview.`, allFine: 'It is shown in the view as a preview.',
    noneFine: 'There is nothing to show yet.', someFine: (good: number, all: number) => `${good} of ${all} links are valid.`, cannot: 'It cannot be simulated yet: fix the errors first.', unchanged: 'The running world has not changed.', links: (n: number) => plural(n, 'link'), joints: (n: number) => plural(n, 'joint'), mass: (kg: string) => `${kg} kg`,
    errors: (n: number) => plural(n, 'error'), warnings: (n: number) => plural(n, 'warning'), line: (n: number) => `Line ${n}`, missing: 'If you have the missing files, drop them, or one zip with everything, anywhere on this page.',
    discard: 'Discard', load: 'Load what works', add: 'Add to the world', close: 'Close', openAt: (line: number) => `Open at line ${line}`, source: (file: string) => `Text of ${file}`,
    checking: (file: string) => `Checking ${file}`, uploading: (file: string, percent: number) => `Uploading ${file}: ${percent} %`, dropHere: 'Drop to import', dropHint: 'URDF, SDF, MJCF, meshes, a zip or an MCAP',
    unknown: (names: string) => `${names}: not a URDF, SDF, MJCF, mesh, zip or MCAP file.`, zipBad: (name: string) => `${name} cannot be read as a zip file: it may be incomplete.`, fixed: (what: string) => `Fixed: ${what}`,
    says: (value: string) => `the value is ${value}`, inPart: (kind: string, name: string) => `in ${kind} ${name}`, find: 'Find files…', event: (file: string, errors: number, warnings: number) => `${file}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`,
  },
  cards: {
    events: 'Events', of: (shown: number, all: number) => `${shown} of ${all}`, noEvents: 'Nothing has happened yet.', enlarge: (name: string) => `Enlarge ${name}`, shrink: (name: string) => `Shrink ${name}`,
    minimise: (name: string) => `Minimise ${name}`, restore: (name: string) => `Show ${name}`, stale: 'stale', rings: (m: string) => `rings ${m} m`, waiting: 'Waiting for the first message.', close: 'Close', move: 'Drag to move; double click to enlarge', onlyErrors: 'Only warnings and errors',
    cameras: 'Cameras', noCameras: 'No robot has a camera.', dropped: (count: number) => `${count} dropped`,
    pictures: (cameras: number, dropped: number) => (dropped ? `${dropped} pictures dropped` : `${cameras}`),
    camera: (name: string, rate: number, taken: number, dropped: number) => `${name}, ${Number(rate.toFixed(1))} Hz: ${taken} pictures taken, ${dropped} dropped`,
  },
};
