import { useSyncExternalStore } from 'react';
import { followInstallOffer, hasInstallOffer } from '../../../shared/install-offer.ts';

/** How this device would install the app: by the browser's own dialog, by hand, or not at all or not again. */
export function useInstallWay(): 'dialog' | 'by-hand' | undefined {
  const offered = useSyncExternalStore(followInstallOffer, hasInstallOffer);
  if (offered) return 'dialog';
  return isApplePhone() && !isInstalled() ? 'by-hand' : undefined;
}

function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** Where only the share menu installs. iPads call themselves Macs, but have fingers. */
function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
