import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CheckId } from './checks.ts';

/** What each check is called, and what to do when it fails; in the order shown. */
export const checkTexts: Readonly<
  Record<CheckId, { readonly name: MessageDescriptor; readonly help: MessageDescriptor }>
> = {
  api: { name: msg`Service`, help: msg`Check your connection and try again.` },
  database: { name: msg`Database`, help: msg`Nothing on your side. Try again in a while.` },
  chain: { name: msg`Chain`, help: msg`Nothing on your side. What arrives is credited once blocks move again.` },
  books: { name: msg`Books`, help: msg`Nothing on your side. The operator has been told.` },
  clock: { name: msg`Clock`, help: msg`Set the time of this device automatically: codes depend on it.` },
  live: {
    name: msg`Live channel`,
    help: msg`A proxy or a blocker may hold it back. The wallet works, but does not update itself.`,
  },
  storage: { name: msg`Storage`, help: msg`Allow cookies and site data for this page.` },
  camera: {
    name: msg`Camera`,
    help: msg`Open the wallet by https to scan with the camera. Choosing a photo works without.`,
  },
  wasm: {
    name: msg`WebAssembly`,
    help: msg`Reading QR codes needs it. Update the browser or turn off its strictest mode.`,
  },
  crypto: { name: msg`Encryption`, help: msg`Open the wallet by https.` },
  locale: { name: msg`Language`, help: msg`Choose a language under Settings.` },
  worker: { name: msg`Works offline`, help: msg`Reload the page once.` },
};

export const checkIds = Object.keys(checkTexts) as readonly CheckId[];
