import { signal } from '@preact/signals';
import { Refused, Rosbridge, type LinkState } from '../net/rosbridge';
import type { Services } from '../net/messages';
import { checkToken, withToken } from './access';
import { toast } from './toasts';

/** The server's address, from the page's; with the token. */
function serverAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return withToken(`${scheme}://${location.host}/`);
}

/** The page's only connection. */
export const server = new Rosbridge(serverAddress, checkToken);

export const linkState = signal<LinkState>('connecting');

/** The address of a file under /files/. */
export function fileAddress(name: string): string {
  return withToken(name.startsWith('/') ? name : `/files/${name}`);
}

/** Calls a service; a refusal is an error with the server's message. */
export async function ask<S extends keyof Services>(service: S, args: Services[S][0],
                                                   seconds?: number): Promise<Services[S][1]> {
  const answer = await server.call(service, args, seconds);
  const reply = answer as { success?: boolean; message?: string;
                           result?: { result: number; error_message: string } };
  if (reply.success === false) throw new Refused(reply.message || `${service} was refused.`);
  if (reply.result && reply.result.result !== 1) {
    throw new Refused(reply.result.error_message || `${service} gave ${reply.result.result}.`);
  }
  return answer;
}

/** Like `ask`, but a refusal is shown to the user and null is returned. */
export async function callOrToast<S extends keyof Services>(service: S, args: Services[S][0],
                                                    seconds?: number): Promise<Services[S][1] | null> {
  try {
    return await ask(service, args, seconds);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: 'error' });
    return null;
  }
}
