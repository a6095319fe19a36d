import { signal } from '@preact/signals';
import { Refused, Rosbridge, type LinkState } from '../net/rosbridge';
import type { Services } from '../net/messages';
import { checkToken, withToken } from './access';
import { toast } from './toasts';

/** The page's address gives the server's; the token goes along. */
function serverAddress(): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return withToken(`${scheme}://${location.host}/`);
}

/** The one connection of the page. */
export const server = new Rosbridge(serverAddress, checkToken);

export const linkState = signal<LinkState>('connecting');

/** The address of something under /files/. */
export function fileAddress(name: string): string {
  return withToken(name.startsWith('/') ? name : `/files/${name}`);
}

/** Calls a service; a refusal is an error with the server's sentence. */
export async function ask<S extends keyof Services>(service: S, args: Services[S][0],
                                                   seconds?: number): Promise<Services[S][1]> {
  const answer = await server.call(service, args, seconds);
  const told = answer as { success?: boolean; message?: string;
                           result?: { result: number; error_message: string } };
  if (told.success === false) throw new Refused(told.message || `${service} was refused.`);
  if (told.result && told.result.result !== 1) {
    throw new Refused(told.result.error_message || `${service} gave ${told.result.result}.`);
  }
  return answer;
}

/** As `ask`, but people are told of a refusal, and null comes back. */
export async function tell<S extends keyof Services>(service: S, args: Services[S][0],
                                                    seconds?: number): Promise<Services[S][1] | null> {
  try {
    return await ask(service, args, seconds);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { kind: 'error' });
    return null;
  }
}
