import type { AddressEntryId, PersonId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem, type DomainError } from '@tern/contracts/problem';
import type { AddressEntryView, AddressRule, AddressRuleView } from '@tern/contracts/routes/address-book';
import type { TronAddress } from '@tern/tron/address';
import { isVisibleText, readLine } from '../../platform/visible-text.ts';

/** An address a person has named. */
export type AddressEntry = {
  readonly id: AddressEntryId;
  readonly personId: PersonId;
  readonly address: TronAddress;
  readonly label: string;
  readonly addedAt: Date;
  /** While it counts as new: when it no longer does. */
  readonly payableFrom: Date | null;
};

/** A person's rule about which addresses may be paid. */
export type RuleState = { readonly rule: AddressRule; readonly on: boolean; readonly endsAt: Date | null };

export const addressRules: readonly AddressRule[] = ['listed-only', 'new-address-wait'];

/** How long a new address waits in the book, and how long a rule goes on after it was switched off. */
export const ruleWaitHours = 24;

export const entriesMax = 200;

const labelCharactersMax = 40;

/** A label as it is kept. Throws `ADDRESS_LABEL_INVALID`. */
export function readLabel(text: string): string {
  const label = readLine(text);
  const characters = [...label].length;
  if (characters === 0 || characters > labelCharactersMax || !isVisibleText(label))
    throw problem('ADDRESS_LABEL_INVALID');
  return label;
}

/** What the sender's own rules and book say about one receiver. */
export type ReceiverStanding = {
  readonly listedOnly: boolean;
  readonly newAddressWait: boolean;
  /** Undefined for an address that is not in the book. */
  readonly entry: { readonly payableFrom: Date | null } | undefined;
};

/**
 * What speaks against paying an address by its sender's own rules. A payment that was completed before ends the wait:
 * the address is not new. It does not list it. Undefined when nothing does.
 */
export function refuseReceiver(
  { listedOnly, newAddressWait, entry }: ReceiverStanding,
  paidBefore: boolean,
): DomainError<'ADDRESS_NOT_LISTED'> | DomainError<'ADDRESS_WAITING'> | undefined {
  if (listedOnly && entry === undefined) return problem('ADDRESS_NOT_LISTED');
  if (!newAddressWait || paidBefore) return undefined;
  if (entry === undefined) return problem('ADDRESS_WAITING', { until: null });
  return entry.payableFrom === null ? undefined : problem('ADDRESS_WAITING', toWire({ until: entry.payableFrom }));
}

export function renderEntry(entry: AddressEntry): AddressEntryView {
  return toWire({
    id: entry.id,
    networkId: 'tron',
    address: entry.address,
    label: entry.label,
    addedAt: entry.addedAt,
    payableFrom: entry.payableFrom,
  });
}

export function renderRule({ rule, on, endsAt }: RuleState): AddressRuleView {
  return toWire({ rule, on, endsAt });
}
