/** Messages and services that the page uses; fields as in surefoot/msgs/schema. Others are plain records. */

export interface Vector3 { x: number; y: number; z: number }
export interface Quaternion { x: number; y: number; z: number; w: number }
export interface Pose { position: Vector3; orientation: Quaternion }
export interface Time { sec: number; nanosec: number }
export interface Header { stamp: Time; frame_id: string }
export interface Twist { linear: Vector3; angular: Vector3 }

export interface ViewScene { version: number; json: string }
export interface ViewPoses { scene: number; step: number; time: Time; complete: boolean; data: Uint8Array }
export interface ViewPerson { client: string; name: string }
export interface ViewConsent { id: number; kind: string; subject: string; text: string }
export interface ViewHolder {
  robot: string; client: string; name: string; requested_by: string; requested_by_name: string; answer_within: number;
}
export interface ViewCamera { name: string; topic: string; rate: number; taken: number; dropped: number }
export interface ViewStatus {
  run_id: string; step: number; time: number; step_size: number; world: string; world_file: string;
  state: string; speed: number; real_time_factor: number; engine: string; seed: number; gravity: Vector3;
  stages: string[]; stage_seconds: Float64Array; recording: string; recorded_seconds: number;
  recorded_bytes: number; unsaved_edits: number; people: ViewPerson[]; holders: ViewHolder[];
  cameras: ViewCamera[]; consents: ViewConsent[];
}
export interface ViewContacts {
  time: Time; links: string[]; link_a: Uint16Array; link_b: Uint16Array; positions: Float32Array;
  forces_on_b: Float32Array;
}
export interface Event { time: Time; severity: string; entity: string; text: string }

export interface LibraryItem { kind: string; name: string; uri: string; description: string; picture: string }
export interface ModelProblem {
  severity: string; file: string; line: number; line_text: string; element: string; message: string;
  value: string; advice: string; fix: string; fix_line: number; fix_text: string;
}
export interface Property {
  name: string; label: string; group: string; kind: string; unit: string; value: number[]; original: number[];
  text: string; original_text: string; choices: string[]; lower: number | null; upper: number | null;
  shared_with: string[];
}
export interface RecordingInfo {
  file: string; world: string; begin: number; end: number; bytes: number; from_surefoot: boolean; download: string;
}
export interface RecordedTopic { name: string; type: string; count: number }

interface Answer { success: boolean; message: string }
interface Empty { [name: string]: never }
/** Result of a service of simulation_interfaces: 1 is success. */
export interface SimulationResult { result: { result: number; error_message: string } }

/** Arguments and responses of services by name; arrays of bytes are sent as base64. */
export interface Services {
  '/surefoot/view/join': [{ name: string }, Answer & { client: string; run_id: string; events: Event[] }];
  '/surefoot/control/take': [{ robot: string; force: boolean }, Answer & { pending: boolean }];
  '/surefoot/control/answer': [{ robot: string; grant: boolean }, Answer];
  '/surefoot/consent/answer': [{ id: number; allow: boolean }, Answer];
  '/surefoot/control/release': [{ robot: string }, Answer];
  '/surefoot/library': [Empty, { items: LibraryItem[] }];
  '/surefoot/joint/command': [{ joint: string; axis: number; mode: string; target: number }, Answer];
  '/surefoot/check': [{ uri: string; text: string }, Answer & {
    kind: string; name: string; links: number; joints: number; mass: number; description: string;
    missing_files: string[]; problems: ModelProblem[] }];
  '/surefoot/upload': [{ batch: string; path: string; offset: number; last: boolean; data: string },
    Answer & { batch: string; uri: string }];
  '/surefoot/upload/fix': [{ uri: string; line: number; text: string }, Answer];
  '/surefoot/edit/properties': [{ entity: string; part: string }, Answer & { properties: Property[] }];
  '/surefoot/edit/set': [{ entity: string; part: string; property: string; value: number[]; text: string },
    Answer & { old_value: number[]; old_text: string }];
  '/surefoot/edit/duplicate': [{ entity: string; name: string; pose?: Pose; use_pose: boolean },
    Answer & { entity: string }];
  '/surefoot/edit/remove': [{ entity: string }, Answer & { token: string }];
  '/surefoot/edit/restore': [{ token: string }, Answer & { entity: string }];
  '/surefoot/save_world': [{ file: string; overwrite: boolean },
    Answer & { file: string; hash: string; download: string }];
  '/surefoot/recordings/list': [Empty, { recordings: RecordingInfo[] }];
  '/surefoot/recordings/open': [{ file: string }, Answer & {
    info: RecordingInfo; topics: RecordedTopic[]; pose_topics: string[] }];
  '/surefoot/recordings/read': [{ file: string; topic: string; begin: number; end: number; max_messages: number },
    Answer & { times: number[]; json: string[] }];
  '/surefoot/recordings/bodies': [{ file: string; begin: number; end: number; rate: number },
    Answer & { scene: number; times: number[]; sizes: number[]; data: string; unknown: string[] }];
  '/surefoot/recordings/track': [{ file: string; topic: string },
    Answer & { topic: string; frame: string; times: number[]; positions: number[]; orientations: number[] }];
  '/surefoot/gap/measure': [{ file: string; robot: string; pose_topic?: string; command_topic?: string; tolerance?: string[];
    horizon?: number; interval?: number; seeds?: number; set?: string[]; close_gap?: boolean; report?: boolean },
    Answer & { json: string; report: string }];
  '/surefoot/gap/cancel': [Empty, Answer];
  '/surefoot/gap/drive': [{ file: string; robot: string; topic: string; begin: number; end: number; use_pose: boolean; pose?: Pose },
    Answer & { commands: number }];
  '/surefoot/gap/stop': [Empty, Answer];
  '/surefoot/gap/apply': [{ robot: string; set: string[] }, Answer & { entities: string[]; parts: string[]; properties: string[];
    old_values: number[]; new_values: number[] }];
  '/surefoot/status': [Empty, { step: number; time: number; state: string }];
  '/surefoot/set_pace': [{ pace: string; speed: number }, Answer];
  '/surefoot/set_seed': [{ seed: number }, Answer];
  '/surefoot/set_gravity': [{ gravity: Vector3 }, Answer];
  '/surefoot/set_light': [{ name: string; on?: boolean; intensity?: number;
    color?: { r: number; g: number; b: number; a: number } }, Answer];
  '/surefoot/snapshot/save': [{ name: string; file: string }, Answer & { step: number; time: number }];
  '/surefoot/snapshot/restore': [{ name: string; file: string }, Answer & { step: number; time: number }];
  '/surefoot/snapshot/delete': [{ name: string }, Answer];
  '/surefoot/record/start': [{ file: string; topics: string[] }, Answer & { file: string }];
  '/surefoot/record/stop': [Empty, Answer & { notes: string[] }];
  '/surefoot/get_engines': [Empty, { engines: string[]; current: string }];
  '/surefoot/switch_engine': [{ engine: string }, Answer];
  '/surefoot/apply_wrench': [{ link: string; wrench: { force: Vector3; torque: Vector3 }; duration: number }, Answer];
  '/surefoot/teleport': [{ model: string; pose: Pose }, Answer];
  '/surefoot/release': [Empty, Answer];
  '/set_simulation_state': [{ state: { state: number } }, SimulationResult];
  '/step_simulation': [{ steps: number }, SimulationResult];
  '/reset_simulation': [{ scope: number }, SimulationResult];
  '/spawn_entity': [{ name: string; allow_renaming: boolean; uri: string; resource_string: string;
    initial_pose: { header: { frame_id: string }; pose: Pose } }, SimulationResult & { entity_name: string }];
  '/delete_entity': [{ entity: string }, SimulationResult];
  '/load_world': [{ uri: string }, SimulationResult];
  '/get_available_worlds': [Empty, SimulationResult & { worlds: { name: string; world_resource?: { uri: string };
    uri?: string; description: string }[] }];
  '/get_entity_state': [{ entity: string }, SimulationResult & { state: { pose: Pose; twist: Twist } }];
  '/rosapi/topics': [Empty, { topics: string[]; types: string[] }];
  '/rosapi/message_details': [{ type: string }, { typedefs: TypeDef[] }];
}

export interface TypeDef { type: string; fieldnames: string[]; fieldtypes: string[]; fieldarraylen: number[] }

/** Topics that the page knows by name. */
export interface Topics {
  '/surefoot/view/scene': ViewScene;
  '/surefoot/view/poses': ViewPoses;
  '/surefoot/view/status': ViewStatus;
  '/surefoot/view/contacts': ViewContacts;
  '/surefoot/events': Event;
  '/surefoot/gap/progress': { data: string };
}
