/** Numbers inside messages, by paths like "twist.twist.linear.x" and "position[2]". */

export type Message = Record<string, unknown>;

export function isNumbers(value: unknown): value is ArrayLike<number> {
  return ArrayBuffer.isView(value) || (Array.isArray(value) && (value.length === 0 || typeof value[0] === 'number'));
}

export interface Field { path: string; value: unknown }

const max_of_array = 12, max_fields = 300;

/** All fields in the order of the message, of long arrays only the first items. */
export function fieldsOf(message: Message): Field[] {
  const out: Field[] = [];
  const walk = (value: unknown, path: string): void => {
    if (out.length >= max_fields) return;
    if (isNumbers(value)) {
      const count = Math.min(value.length, max_of_array);
      for (let i = 0; i < count; i++) out.push({ path: `${path}[${i}]`, value: value[i] });
      if (value.length > count) out.push({ path: `${path}[…]`, value: `${value.length} numbers` });
    } else if (Array.isArray(value)) {
      value.slice(0, max_of_array).forEach((one, i) => walk(one, `${path}[${i}]`));
      if (value.length > max_of_array) out.push({ path: `${path}[…]`, value: `${value.length} items` });
    } else if (value && typeof value === 'object') {
      for (const [name, one] of Object.entries(value)) walk(one, path ? `${path}.${name}` : name);
    } else {
      out.push({ path, value });
    }
  };
  walk(message, '');
  return out;
}

/** A function that reads one number; NaN if it is absent. */
export function reader(path: string): (message: Message) => number {
  const keys = path.split(/[.[\]]+/).filter(Boolean);
  return (message) => {
    let value: unknown = message;
    for (const key of keys) {
      if (value === null || typeof value !== 'object') return NaN;
      value = (value as Record<string, unknown>)[key];
    }
    return typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : NaN;
  };
}

interface Stamp { sec: number; nanosec: number }

/** The time stamp of a message in seconds; NaN if it has none. */
export function stampOf(message: Message): number {
  const header = message.header as { stamp?: Stamp } | undefined;
  const stamp = header?.stamp ?? (message.clock as Stamp | undefined) ?? (message.stamp as Stamp | undefined);
  return stamp && typeof stamp.sec === 'number' ? stamp.sec + stamp.nanosec * 1e-9 : NaN;
}
