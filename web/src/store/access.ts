import { signal } from '@preact/signals';

/**
 * The token of this tab. The address that the server prints brings it; then it is kept for this tab alone and taken
 * out of the address, so that it is neither seen nor bookmarked.
 */
const key = 'surefoot.token';

function takeToken(): string {
  const address = new URL(location.href);
  const given = address.searchParams.get('token');
  if (!given) return sessionStorage.getItem(key) ?? '';
  sessionStorage.setItem(key, given);
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
  return given;
}

let token = takeToken();

/** What the server lets this tab do; empty before it said so. */
export const role = signal<'' | 'viewer' | 'driver' | 'owner'>('');

/** Whether the server offers the documentation under /docs/. */
export const hasDocs = signal(false);

/** The server asks for a token, or for another one. */
export const needsToken = signal(false);

/** An address on the server with the token. */
export function withToken(path: string): string {
  return token ? `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}` : path;
}

/** Asks the server what the token is good for. False: the server is there and wants another one. */
export async function checkToken(): Promise<boolean> {
  try {
    const answer = await fetch(withToken('/access'), { cache: 'no-store' });
    if (answer.status === 401) {
      role.value = '';
      needsToken.value = true;
      return false;
    }
    if (answer.ok) {
      const access = await answer.json();
      role.value = access.role;
      hasDocs.value = access.docs === true;
    }
  } catch { /* It is not there; the connection says so. */ }
  needsToken.value = false;
  return true;
}

/** A token that a person typed, or the whole address that the server printed. */
export async function enterToken(typed: string): Promise<boolean> {
  token = /[?&]token=([^&#\s]+)/.exec(typed)?.[1] ?? typed.trim();
  sessionStorage.setItem(key, token);
  return checkToken();
}
