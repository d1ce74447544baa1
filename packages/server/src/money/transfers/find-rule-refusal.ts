import { refuseReceiver } from '../../people/address-book/public.ts';
import type { SendFacts } from './send-facts.ts';

/**
 * What the sender's own rules about addresses have against a receiver; undefined when nothing. Nobody who was found by a
 * contact is in an address book, whatever their address is. Pure.
 */
export function findRuleRefusal(
  { standing, paidBefore }: Pick<SendFacts, 'standing' | 'paidBefore'>,
  { byContact }: { readonly byContact: boolean },
): ReturnType<typeof refuseReceiver> {
  if (standing === undefined) return undefined;
  return refuseReceiver(byContact ? { ...standing, entry: undefined } : standing, paidBefore);
}
