import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CheckId } from './checks.ts';

/** What each check is called, and what to do when it fails; in the order shown. */
export const checkTexts: Readonly<
  Record<CheckId, { readonly name: MessageDescriptor; readonly help: MessageDescriptor }>
> = {
  api: { name: msg`Service`, help: msg`Check your connection and try again.` },
  database: { name: msg`Database`, help: msg`You don’t need to do anything. Try again later.` },
  chain: { name: msg`Chain`, help: msg`You don’t need to do anything. Deposits are credited once blocks move again.` },
  books: { name: msg`Books`, help: msg`You don’t need to do anything. The operator has been notified.` },
  clock: { name: msg`Clock`, help: msg`Set the time of this device automatically: codes depend on it.` },
  live: {
    name: msg`Live channel`,
    help: msg`A proxy or a blocker may be blocking it. The wallet works, but does not update by itself.`,
  },
  storage: { name: msg`Storage`, help: msg`Allow cookies and site data for this page.` },
  camera: {
    name: msg`Camera`,
    help: msg`Open the wallet over HTTPS to scan with the camera. You can choose a photo without it.`,
  },
  wasm: {
    name: msg`WebAssembly`,
    help: msg`The QR code scanner needs it. Update the browser or turn off its strictest mode.`,
  },
  crypto: { name: msg`Encryption`, help: msg`Open the wallet over HTTPS.` },
  locale: { name: msg`Language`, help: msg`Choose a language under Settings.` },
  worker: { name: msg`Works offline`, help: msg`Reload the page once.` },
};

export const checkIds = Object.keys(checkTexts) as readonly CheckId[];
