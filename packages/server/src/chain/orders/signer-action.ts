import { isRefusalCode } from './take-refusal.ts';

/** What an operator can do about an order that waits for the signer. */
export type SignerAction =
  /** It gives no usable answer. */
  | 'fix-signer'
  /** It runs, in quarantine. */
  | 'end-quarantine'
  /** It runs, and refuses for another reason that somebody has to correct. */
  | 'read-refusal';

/** From what the worker noted: a refusal begins with its code, and a signer that refuses does run. Pure. */
export function signerActionOf(waitingDetail: string | null): SignerAction {
  const [code = ''] = (waitingDetail ?? '').split(': ');
  if (code === 'quarantined') return 'end-quarantine';
  return isRefusalCode(code) ? 'read-refusal' : 'fix-signer';
}
