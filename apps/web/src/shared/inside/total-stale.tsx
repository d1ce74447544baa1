import type { OverviewView } from '@tern/contracts/routes/wallets';
import { StaleChip } from './stale-chip.tsx';
import { useOldParts } from './use-old-parts.ts';

/** Marks a wallet's total that depends on an old price or an old rate. */
export function TotalStale(props: Pick<OverviewView, 'balances'>) {
  return <StaleChip {...useOldParts(props)} />;
}
