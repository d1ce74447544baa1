import type { ChainView } from './open-node.ts';

/** Tron serves its two views of the chain under two roots. */
export function viewRoot(view: ChainView): '/wallet' | '/walletsolidity' {
  return view === 'solid' ? '/walletsolidity' : '/wallet';
}
