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

/** Whether the browser has offered it. */
export function hasInstallOffer(): boolean {
  return offer !== null;
}

/** Calls `listener` when an offer comes or goes; returns what ends that. */
export function followInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Opens the browser's dialog. An offer can be taken once. */
export async function takeInstallOffer(): Promise<void> {
  const taken = offer;
  note(null);
  await taken?.prompt();
}
