import { CborReader } from './cbor';
import type { Services, Topics } from './messages';

/** newest: the last message before each frame; every: each message on arrival; none: messages are only counted. */
export type Delivery = 'newest' | 'every' | 'none';

/** State of a subscribed topic; its last message is decoded when it is first read. */
export interface Watch {
  readonly count: number;
  /** performance.now() of the last message; 0 before the first. */
  readonly heardAt: number;
  latest(): Record<string, unknown> | null;
  end(): void;
}

interface Subscriber { handler: (message: never) => void; delivery: Delivery; period: number }
interface Subscription {
  type: string; subscribers: Set<Subscriber>; period: number; waiting: Uint8Array | null; count: number; heardAt: number;
  last: Uint8Array | null; decoded: Record<string, unknown> | null;
}
interface Call { resolve: (values: never) => void; reject: (error: Error) => void; timer: number }

export type LinkState = 'connecting' | 'open' | 'closed';

/** The refusal of a service call; `message` is for people. */
export class Refused extends Error {}

const retry_seconds = [1, 2, 4, 8];

/**
 * A rosbridge client on one WebSocket. It reconnects automatically; subscriptions outlive connections, calls do
 * not. Messages arrive as CBOR, and each is decoded at most once, however many subscribers there are.
 */
export class Rosbridge {
  onState: (state: LinkState) => void = () => {};
  /** Called with status messages of the gateway. */
  onStatus: (level: string, text: string) => void = () => {};
  attempts = 0;
  /** performance.now() of the next attempt; 0 while connected. */
  retryAt = 0;
  /** performance.now() of the last message. */
  heardAt = 0;

  private socket: WebSocket | null = null;
  private next = 1;
  private readonly subscriptions = new Map<string, Subscription>();
  private readonly advertised = new Map<string, string>();
  private readonly calls = new Map<string, Call>();
  private retry = 0;
  private flushing = false;

  /** `mayConnect` is called before each attempt; false stops the attempts until `connect` is called. */
  constructor(private readonly address: () => string, private readonly mayConnect: () => Promise<boolean>) {}

  get open(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect(): void {
    clearTimeout(this.retry);
    this.socket?.close();
    const socket = new WebSocket(this.address());
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    this.attempts++;
    this.retryAt = 0;
    this.onState('connecting');
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.socket === socket && this.received(event.data);
    socket.onclose = () => this.socket === socket && this.closed();
  }

  async tryConnect(): Promise<void> {
    if (await this.mayConnect()) this.connect();
  }

  /** Drops a connection that seems dead and reconnects. */
  reconnect(): void {
    this.closeCalls();
    this.connect();
  }

  /** Returns a function that unsubscribes. `period` is the minimum time between messages in ms. */
  subscribe<T extends keyof Topics>(topic: T, handler: (message: Topics[T]) => void, delivery?: Delivery): () => void;
  subscribe(topic: string, handler: (message: Record<string, unknown>) => void, delivery?: Delivery,
            options?: { type?: string; period?: number }): () => void;
  subscribe(topic: string, handler: (message: never) => void, delivery: Delivery = 'newest',
            options: { type?: string; period?: number } = {}): () => void {
    const subscriber: Subscriber = { handler, delivery, period: options.period ?? 0 };
    let found = this.subscriptions.get(topic);
    if (!found) {
      found = {
        type: options.type ?? '', subscribers: new Set(), period: Infinity, waiting: null, count: 0, heardAt: 0,
        last: null, decoded: null,
      };
      this.subscriptions.set(topic, found);
    }
    found.subscribers.add(subscriber);
    this.settle(topic, found);
    return () => {
      found.subscribers.delete(subscriber);
      if (this.subscriptions.get(topic) === found) this.settle(topic, found);
    };
  }

  /** Counts the messages of a topic. */
  watch(topic: string, options: { type?: string; period?: number } = {}): Watch {
    const end = this.subscribe(topic, () => {}, 'none', options);
    const found = this.subscriptions.get(topic)!;
    return {
      get count() { return found.count; },
      get heardAt() { return found.heardAt; },
      latest: () => {
        if (!found.decoded && found.last) found.decoded = new CborReader(found.last).value() as Record<string, unknown>;
        return found.decoded;
      },
      end,
    };
  }

  publish(topic: string, type: string, message: unknown): boolean {
    if (!this.open) return false;
    if (this.advertised.get(topic) !== type) {
      this.advertised.set(topic, type);
      this.send({ op: 'advertise', topic, type });
    }
    this.send({ op: 'publish', topic, msg: message });
    return true;
  }

  call<S extends keyof Services>(service: S, args: Services[S][0], seconds?: number): Promise<Services[S][1]>;
  call(service: string, args: unknown, seconds = 30): Promise<unknown> {
    if (!this.open) return Promise.reject(new Refused('The simulator is not connected.'));
    const id = `c${this.next++}`;
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => {
        this.calls.delete(id);
        reject(new Refused(`${service} did not answer within ${seconds} s.`));
      }, seconds * 1000);
      this.calls.set(id, { resolve, reject, timer });
      this.send({ op: 'call_service', id, service, args });
    });
  }

  private send(message: object): void {
    if (this.open) this.socket!.send(JSON.stringify(message));
  }

  private opened(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.attempts = 0;
    this.heardAt = performance.now();
    this.advertised.clear();
    for (const [topic, subscription] of this.subscriptions) {
      subscription.waiting = null;
      this.sendSubscribe(topic, subscription);
    }
    this.onState('open');
  }

  private closed(): void {
    this.socket = null;
    this.closeCalls();
    const wait = retry_seconds[Math.min(Math.max(this.attempts - 1, 0), retry_seconds.length - 1)]! * 1000;
    this.retryAt = performance.now() + wait;
    this.retry = window.setTimeout(() => void this.tryConnect(), wait);
    this.onState('closed');
  }

  private closeCalls(): void {
    for (const call of this.calls.values()) {
      clearTimeout(call.timer);
      call.reject(new Refused('The connection ended before the simulator answered.'));
    }
    this.calls.clear();
  }

  private settle(topic: string, subscription: Subscription): void {
    if (subscription.subscribers.size === 0) {
      this.subscriptions.delete(topic);
      this.send({ op: 'unsubscribe', id: `s${topic}`, topic });
      return;
    }
    const period = Math.min(...[...subscription.subscribers].map((s) => s.period));
    if (period === subscription.period) return;
    if (this.open && subscription.period !== Infinity) this.send({ op: 'unsubscribe', id: `s${topic}`, topic });
    subscription.period = period;
    this.sendSubscribe(topic, subscription);
  }

  private sendSubscribe(topic: string, { type, period }: Subscription): void {
    const rest = { ...(type && { type }), ...(period > 0 && { throttle_rate: period }) };
    this.send({ op: 'subscribe', id: `s${topic}`, topic, compression: 'cbor', queue_length: 1, ...rest });
  }

  private received(data: ArrayBuffer | string): void {
    this.heardAt = performance.now();
    if (typeof data === 'string') return this.receivedText(data);
    // {"op": "publish", "topic": ..., "msg": ...}: "msg" is decoded later, when it is read.
    const bytes = new Uint8Array(data);
    const reader = new CborReader(bytes);
    if (reader.mapSize() !== 3 || reader.value() !== 'op' || reader.value() !== 'publish') return;
    reader.value();
    const subscription = this.subscriptions.get(reader.value() as string);
    if (!subscription || reader.value() !== 'msg') return;
    subscription.count++;
    subscription.heardAt = this.heardAt;
    subscription.last = bytes.subarray(reader.offset);
    subscription.decoded = null;
    if ([...subscription.subscribers].every((s) => s.delivery === 'none')) return;
    subscription.waiting = subscription.last;
    if ([...subscription.subscribers].some((s) => s.delivery === 'every')) return this.deliver(subscription);
    this.scheduleFlush();
  }

  private receivedText(text: string): void {
    const message = JSON.parse(text);
    if (message.op === 'service_response') {
      const call = this.calls.get(message.id);
      if (!call) return;
      this.calls.delete(message.id);
      clearTimeout(call.timer);
      if (message.result === false) call.reject(new Refused(String(message.values)));
      else call.resolve(message.values as never);
    } else if (message.op === 'status') {
      this.onStatus(message.level, message.msg);
    }
  }

  private scheduleFlush(): void {
    if (this.flushing) return;
    this.flushing = true;
    const flush = () => {
      this.flushing = false;
      for (const subscription of this.subscriptions.values()) this.deliver(subscription);
    };
    if (document.hidden) setTimeout(flush, 250);
    else requestAnimationFrame(flush);
  }

  private deliver(subscription: Subscription): void {
    if (!subscription.waiting) return;
    const message = new CborReader(subscription.waiting).value();
    if (subscription.waiting === subscription.last) subscription.decoded = message as Record<string, unknown>;
    subscription.waiting = null;
    for (const subscriber of [...subscription.subscribers]) subscriber.handler(message as never);
  }
}
