import { facts } from './facts.ts';
import type { SignerStore } from './open-store.ts';
import type { PolicyDocument } from './policy-document.ts';

/** @throws Error where the cold address is one whose key the signer has: moving money there would keep it as hot as it was. */
export function requireColdElsewhere(
  store: Pick<SignerStore, 'findFact'>,
  { coldAddress }: Pick<PolicyDocument, 'coldAddress'>,
): void {
  if (coldAddress === undefined) return;
  const own = [
    [facts.hotAddress, 'hot wallet'],
    [facts.feeAddress, 'fee account'],
  ] as const;
  for (const [fact, name] of own)
    if (store.findFact(fact) === coldAddress)
      throw new Error(`The cold address is the ${name}. Name an address whose key is elsewhere.`);
}
