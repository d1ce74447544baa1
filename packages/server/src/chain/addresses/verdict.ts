import type { VerdictView } from '@tern/contracts/routes/transfers';

export type VerdictCode = VerdictView['code'];
export type Severity = VerdictView['severity'];

/**
 * How much each finding about a receive address weighs. A refusal cannot be overruled; a warning has to be acknowledged
 * by the person before a draft is made; the rest is good to know.
 */
const severities = {
  'own-wallet': 'refusal',
  'zero-address': 'refusal',
  'token-contract': 'refusal',
  // The network itself takes no plain transfer of TRX to a contract: it would be held until it is proven dead.
  'contract-takes-no-trx': 'refusal',
  'house-address': 'refusal',
  blacklisted: 'refusal',
  'looks-like-known': 'warning',
  'first-time': 'warning',
  'first-time-person': 'warning',
  contract: 'warning',
  'never-used-on-chain': 'warning',
  'other-own-wallet': 'info',
  'person-here': 'info',
  'not-activated-on-tron': 'info',
  'in-address-book': 'info',
} as const satisfies Record<VerdictCode, Severity>;

/** An address the sender knows, with its name in their address book if it has one. */
export type KnownAddress = { readonly address: string; readonly label: string | null };

export function verdict(code: VerdictCode, known: Partial<KnownAddress> = {}): VerdictView {
  return { code, severity: severities[code], knownAddress: known.address ?? null, knownLabel: known.label ?? null };
}

/** Characters people compare at each end. Attackers can grind out an address that shares these. */
const comparedCharacters = 4;

/** The known address whose ends the given one shares while its middle differs: the mark of a poisoned history. */
export function findLookAlike(address: string, known: Iterable<KnownAddress>): KnownAddress | undefined {
  const start = address.slice(0, comparedCharacters);
  const end = address.slice(-comparedCharacters);
  let lookAlike: KnownAddress | undefined;
  for (const other of known) {
    if (other.address === address) return undefined;
    if (other.address.startsWith(start) && other.address.endsWith(end)) lookAlike ??= other;
  }
  return lookAlike;
}
