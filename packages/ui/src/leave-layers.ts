import { depthOf } from './open-layers.ts';

/**
 * At the start of the app: a reload closes what was open, so the entries of the history that stood for it are left. Resolves
 * once the page's own entry is the present one.
 */
export async function leaveLayers(): Promise<void> {
  const depth = depthOf(history.state);
  if (depth === 0) return;
  const arrived = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  history.go(-depth);
  await arrived;
}
