import type { ServiceFinding } from '@tern/contracts/refused-addresses';
import { unitsToWire } from '@tern/money/units';
import type { SendingDeps } from './deps.ts';
import type { StoredDraft } from './draft.ts';

/**
 * What the outside service says against a send to the chain; null where that is nothing, or where it is asked about none. No
 * answer speaks against a send from the value on that the settings name.
 */
export async function screenSend(
  { screening }: Pick<SendingDeps, 'screening'>,
  { settlement, assetId, toAddress, amount, usdtValue }: StoredDraft,
): Promise<ServiceFinding | null> {
  if (screening === undefined || settlement !== 'chain') return null;
  const found = await screening.ask({
    asset: assetId,
    address: toAddress,
    amount: unitsToWire(amount),
    usdtValue: unitsToWire(usdtValue),
  });
  return found?.service === 'no-answer' && usdtValue < screening.closedFromUsdt ? null : found;
}
