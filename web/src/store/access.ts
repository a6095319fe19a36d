import { signal } from '@preact/signals';

/**
 * The token of this tab. It is part of the address that the server prints; it is stored for this tab only and removed
 * from the address, so that it is neither visible nor bookmarked.
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

/** The role of this tab; empty before the server has sent it. */
export const role = signal<'' | 'viewer' | 'driver' | 'owner'>('');

/** Whether the server offers the documentation under /docs/. */
export const hasDocs = signal(false);

/** The server requires a token, or another one. */
export const needsToken = signal(false);

/** An address on the server with the token. */
export function withToken(path: string): string {
  return token ? `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(token)}` : path;
}

/** Queries the role of the token. False if the server answers and requires another token. */
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

/** Sets a token entered by the user, or taken from the complete address that the server printed. */
export async function enterToken(typed: string): Promise<boolean> {
  token = /[?&]token=([^&#\s]+)/.exec(typed)?.[1] ?? typed.trim();
  sessionStorage.setItem(key, token);
  return checkToken();
}
