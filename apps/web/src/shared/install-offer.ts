import { useSyncExternalStore } from 'react';

/** Chromium's offer to install, which no type library knows: it came from one browser and stayed there. */
type InstallOffer = Event & { prompt: () => Promise<unknown> };

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function note(offered: InstallOffer | null) {
  offer = offered;
  for (const listener of listeners) listener();
}

/** Keeps the browser's offer until the person asks for it, instead of its own banner. */
export function rememberInstallOffer() {
  addEventListener('beforeinstallprompt', (event) => {
    if (!('prompt' in event)) return;
    event.preventDefault();
    note(event as InstallOffer);
  });
  addEventListener('appinstalled', () => note(null));
}

/** How this device would install the app: by the browser's own dialog, by hand, or not at all or not again. */
export function useInstallWay(): 'dialog' | 'by-hand' | undefined {
  const offered = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer !== null,
  );
  if (offered) return 'dialog';
  return isApplePhone() && !isInstalled() ? 'by-hand' : undefined;
}

/** Opens the browser's dialog. An offer can be taken once. */
export async function takeInstallOffer(): Promise<void> {
  const taken = offer;
  note(null);
  await taken?.prompt();
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Where only the share menu installs. iPads call themselves Macs, but have fingers. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
