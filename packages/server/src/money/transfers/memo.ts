import { isVisibleText } from '../../platform/visible-text.ts';

/** Longest memo, in bytes of UTF-8. */
const memoBytesMax = 200;

/** The memo as it is kept, or the fault. Surrounding spaces are dropped; nothing left means no memo. */
export function readMemo(text: string | undefined): { readonly memo: string | null } | { readonly fault: 'invalid' } {
  const memo = (text ?? '').trim().normalize('NFC');
  if (memo === '') return { memo: null };
  return !isVisibleText(memo) || Buffer.byteLength(memo) > memoBytesMax ? { fault: 'invalid' } : { memo };
}
