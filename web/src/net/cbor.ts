/** Reads CBOR (RFC 8949) as the web gateway writes it: maps, texts, bytes, numbers, and typed arrays (RFC 8746). */

const text = new TextDecoder();

type Typed =
  | Uint8Array | Uint16Array | Uint32Array | Int8Array | Int16Array | Int32Array | Float32Array | Float64Array
  | number[];

export class CborReader {
  private at = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get offset(): number {
    return this.at;
  }

  /** Reads a value of any type. */
  value(): unknown {
    const first = this.byte();
    const low = first & 31;
    switch (first >> 5) {
      case 0: return this.count(low);
      case 1: return -1 - this.count(low);
      case 2: return this.slice(this.count(low));
      case 3: return text.decode(this.slice(this.count(low)));
      case 4: return this.array(this.count(low));
      case 5: return this.map(this.count(low));
      case 6: return this.tagged(this.count(low));
      default: return this.simple(low);
    }
  }

  /** Reads the head of a map and returns its size; -1 if the next item is not a map. */
  mapSize(): number {
    const first = this.byte();
    return first >> 5 === 5 ? this.count(first & 31) : -1;
  }

  private byte(): number {
    if (this.at >= this.bytes.length) throw new Error('CBOR ends too early');
    return this.bytes[this.at++]!;
  }

  private count(low: number): number {
    if (low < 24) return low;
    const size = 1 << (low - 24);
    if (low > 27 || this.at + size > this.bytes.length) throw new Error('CBOR ends too early');
    const at = this.at;
    this.at += size;
    switch (size) {
      case 1: return this.view.getUint8(at);
      case 2: return this.view.getUint16(at);
      case 4: return this.view.getUint32(at);
      default: return Number(this.view.getBigUint64(at));
    }
  }

  private slice(size: number): Uint8Array {
    if (this.at + size > this.bytes.length) throw new Error('CBOR ends too early');
    const part = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    return part;
  }

  private array(size: number): unknown[] {
    const out: unknown[] = [];
    for (let i = 0; i < size; i++) out.push(this.value());
    return out;
  }

  private map(size: number): Record<string, unknown> {
    const out: Record<string, unknown> = {};
    for (let i = 0; i < size; i++) out[String(this.value())] = this.value();
    return out;
  }

  private tagged(tag: number): unknown {
    const value = this.value();
    return value instanceof Uint8Array && tag >= 64 && tag <= 87 ? typedArray(tag, value) : value;
  }

  private simple(low: number): unknown {
    switch (low) {
      case 20: return false;
      case 21: return true;
      case 26: this.at += 4; return this.view.getFloat32(this.at - 4);
      case 27: this.at += 8; return this.view.getFloat64(this.at - 8);
      default: return null;
    }
  }
}

function typedArray(tag: number, bytes: Uint8Array): Typed {
  // Typed arrays must begin at multiples of their element size, so the bytes are copied.
  const data = bytes.slice().buffer;
  switch (tag) {
    case 69: return new Uint16Array(data);
    case 70: return new Uint32Array(data);
    case 71: return Array.from(new BigUint64Array(data), Number);
    case 72: return new Int8Array(data);
    case 77: return new Int16Array(data);
    case 78: return new Int32Array(data);
    case 79: return Array.from(new BigInt64Array(data), Number);
    case 85: return new Float32Array(data);
    case 86: return new Float64Array(data);
    default: return bytes;
  }
}
