import { api } from './api.ts';
import { takeNewest } from './app-update.ts';
import { readOwnBuild } from './own-build.ts';

const triedKey = 'newer-tried-at';
const againAfterMs = 30_000;

/**
 * Loads the app anew where the server has another version by now: a part of this one may be gone there, or it may not know what
 * the server answers. Does nothing where it is the same version, or where that was tried a moment ago.
 */
export async function loadNewer(): Promise<void> {
  const own = readOwnBuild();
  const { build } = await api.installation.installation({});
  if (own === null || build === null || build === own) return;
  if (Date.now() - Number(sessionStorage.getItem(triedKey)) < againAfterMs) return;
  sessionStorage.setItem(triedKey, String(Date.now()));
  await takeNewest();
}
