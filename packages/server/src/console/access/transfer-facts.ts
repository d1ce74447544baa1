import { toWire } from '@tern/base/to-wire';
import type { DecisionFacts } from '@tern/contracts/decision';
import type { AssetId } from '@tern/money/asset';
import type { Units } from '@tern/money/units';

/** A transfer as every decision about it states it: what goes to whom, and that its sender brought it about. */
export function transferFacts(
  transfer: { readonly assetId: AssetId; readonly amount: Units; readonly toAddress: string },
  publicId: string,
): Pick<DecisionFacts, 'asset' | 'amount' | 'about' | 'author'> {
  return toWire({
    asset: transfer.assetId,
    amount: transfer.amount,
    about: [
      { as: 'receiver', name: transfer.toAddress },
      { as: 'person', name: publicId },
    ],
    author: { by: 'person', publicId },
  });
}
