import { createPublicKey, type KeyObject } from 'node:crypto';
import { assetIds, type AssetId } from '@tern/money/asset';
import { units, unitsFromWire, zero, type Units } from '@tern/money/units';
import { parseAddress, type TronAddress } from '@tern/tron/address';
import type { Owners } from '@tern/tron/transaction';
import { isZeroAddress } from '@tern/tron/zero-address';

/** What is signed of one asset without asking anybody. */
export type AssetLimits = { readonly perOrder: Units; readonly perDay: Units };

/** A WebAuthn credential of one operator. One operator may have several; they count as one voice. */
export type OperatorKey = {
  readonly operator: string;
  /** base64url, as the browser gives it. */
  readonly credentialId: string;
  readonly algorithm: 'ES256' | 'EdDSA';
  /** SubjectPublicKeyInfo (DER) in base64url: `getPublicKey()` of the browser's attestation response. */
  readonly publicKey: string;
  /** The only relying party and page that may have asked for an assertion. */
  readonly rpId: string;
  readonly origin: string;
};

/** How many texts are signed with deposit addresses in 24 hours. */
export type MessageLimits = { readonly perAddress: number; readonly perDay: number };

/** What people decide about the signer; every other rule is in the code. Kept in the signer's store, in versions. */
export type PolicyDocument = {
  readonly limits: Readonly<Record<AssetId, AssetLimits>>;
  /** Most that one token transfer may burn for energy. */
  readonly feeLimitMaxSun: Units;
  /** Where cold orders go. */
  readonly coldAddress?: TronAddress;
  /** Who owns the house's accounts on chain once their own keys do not: keys that lie elsewhere. */
  readonly owners?: Owners;
  /** Absent where no texts are signed. */
  readonly messages?: MessageLimits;
  /** Present where the signer signs although its standby does not answer. */
  readonly withoutStandby?: true;
  readonly operators: readonly OperatorKey[];
};

/** How many different operators an order above the limits needs, or a change of the policy. */
export const approvalsNeeded = 2;

/** Nothing is allowed before somebody decides. */
export const emptyPolicy: PolicyDocument = {
  limits: {
    trx: { perOrder: zero, perDay: zero },
    usdt: { perOrder: zero, perDay: zero },
    reward: { perOrder: zero, perDay: zero },
  },
  feeLimitMaxSun: zero,
  operators: [],
};

/** Of an installation for trying out: enough for every send the product's own defaults allow. Never in production. */
export function trialPolicy(coldAddress: TronAddress): PolicyDocument {
  const whole = (amount: bigint, decimals: bigint): Units => units(amount * 10n ** decimals);
  return {
    limits: {
      trx: { perOrder: whole(70_000n, 6n), perDay: whole(1_700_000n, 6n) },
      usdt: { perOrder: whole(20_000n, 6n), perDay: whole(500_000n, 6n) },
      reward: { perOrder: whole(210_000n, 18n), perDay: whole(5_000_000n, 18n) },
    },
    feeLimitMaxSun: whole(200n, 6n),
    coldAddress,
    messages: { perAddress: 20, perDay: 2_000 },
    operators: [],
  };
}

/** What a policy for real money still lacks, in sentences; empty when nothing does. */
export function findPolicyGaps({ limits, feeLimitMaxSun, coldAddress, operators }: PolicyDocument): readonly string[] {
  const unlimited = assetIds.filter((id) => limits[id].perOrder === zero || limits[id].perDay === zero);
  return [
    ...(unlimited.length === assetIds.length ? ['no limits: run "npm run signer -- set-limit"'] : []),
    ...(feeLimitMaxSun === zero ? ['no fee limit: run "npm run signer -- set-fee-limit"'] : []),
    ...(coldAddress === undefined ? ['no cold address: run "npm run signer -- set-cold"'] : []),
    ...(countOperators(operators) < approvalsNeeded
      ? ['fewer than two operators: run "npm run signer -- add-operator"']
      : []),
  ];
}

export function countOperators(operators: readonly OperatorKey[]): number {
  return new Set(operators.map(({ operator }) => operator)).size;
}

/** One text for one policy: members in a fixed order, amounts in decimal digits. */
export function writePolicy({
  limits,
  feeLimitMaxSun,
  coldAddress,
  owners,
  messages,
  withoutStandby,
  operators,
}: PolicyDocument): string {
  const document = {
    limits: Object.fromEntries(
      assetIds.map((id) => [id, { perOrder: limits[id].perOrder, perDay: limits[id].perDay }]),
    ),
    feeLimitMaxSun,
    ...(coldAddress === undefined ? {} : { coldAddress }),
    ...(owners === undefined ? {} : { owners: { addresses: owners.addresses, threshold: owners.threshold } }),
    ...(messages === undefined ? {} : { messages: { perAddress: messages.perAddress, perDay: messages.perDay } }),
    ...(withoutStandby === undefined ? {} : { withoutStandby }),
    operators: operators.map(({ operator, credentialId, algorithm, publicKey, rpId, origin }) => ({
      operator,
      credentialId,
      algorithm,
      publicKey,
      rpId,
      origin,
    })),
  };
  return JSON.stringify(document, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}

/** Reads what `writePolicy` wrote. The signer wrote it, so a fault in it is a fault of the disk: throws. */
export function readPolicy(text: string): PolicyDocument {
  const stored = JSON.parse(text) as {
    readonly limits: Record<AssetId, { readonly perOrder: string; readonly perDay: string }>;
    readonly feeLimitMaxSun: string;
    readonly coldAddress?: string;
    readonly owners?: { readonly addresses: readonly string[]; readonly threshold: number };
    readonly messages?: MessageLimits;
    readonly withoutStandby?: boolean;
    readonly operators: readonly OperatorKey[];
  };
  const limitsOf = (id: AssetId): AssetLimits => ({
    perOrder: unitsFromWire(stored.limits[id].perOrder),
    perDay: unitsFromWire(stored.limits[id].perDay),
  });
  return {
    limits: { trx: limitsOf('trx'), usdt: limitsOf('usdt'), reward: limitsOf('reward') },
    feeLimitMaxSun: unitsFromWire(stored.feeLimitMaxSun),
    ...(stored.coldAddress === undefined ? {} : { coldAddress: readReceiver(stored.coldAddress) }),
    ...(stored.owners === undefined ? {} : { owners: readOwners(stored.owners) }),
    ...(stored.messages === undefined ? {} : { messages: readMessageLimits(stored.messages) }),
    ...(stored.withoutStandby === true ? { withoutStandby: true } : {}),
    operators: stored.operators.map(checkOperatorKey),
  };
}

/** Throws a sentence where it is no address money can be sent to. */
export function readReceiver(text: string): TronAddress {
  const parsed = parseAddress(text);
  if ('fault' in parsed || isZeroAddress(parsed.address)) throw new Error(`${text} is not an address to send to`);
  return parsed.address;
}

/** Throws a sentence where no account could be given to these keys: 1 to 5 of them, each once, and so many to sign. */
export function readOwners(text: { readonly addresses: readonly string[]; readonly threshold: number }): Owners {
  const addresses = text.addresses.map(readReceiver);
  const { threshold } = text;
  const fits = Number.isSafeInteger(threshold) && threshold >= 1 && threshold <= addresses.length;
  if (!fits || addresses.length > 5 || new Set(addresses).size !== addresses.length)
    throw new Error('name 1 to 5 different owner addresses, and a NUMBER that is not larger than their count');
  return { addresses, threshold };
}

/** Throws a sentence where they are no limits: 1 to 1,000 for one address, and not fewer than that for all. */
export function readMessageLimits({ perAddress, perDay }: MessageLimits): MessageLimits {
  const fits = [perAddress, perDay].every((each) => Number.isSafeInteger(each) && each >= 1 && each <= 1_000_000);
  if (!fits || perAddress > 1_000 || perAddress > perDay)
    throw new Error('name 1 to 1000 texts for one address, and as many or more for all, up to 1000000');
  return { perAddress, perDay };
}

/** Throws a sentence where a member is missing or the key is none of the two kinds that are understood. */
export function checkOperatorKey(key: OperatorKey): OperatorKey {
  const { operator, credentialId, rpId, origin } = key;
  if (!/^[\p{L}\p{N} ._-]{1,60}$/u.test(operator)) throw new Error('the name of an operator has 1 to 60 letters');
  if (!/^[\w-]{16,1024}$/.test(credentialId)) throw new Error('credentialId is not base64url');
  const { protocol, hostname } = new URL(origin);
  if (new URL(origin).origin !== origin)
    throw new Error('origin must be an origin and nothing else, such as https://console.example');
  if (hostname !== rpId && !hostname.endsWith(`.${rpId}`)) throw new Error('the origin does not belong to rpId');
  if (protocol !== 'https:' && hostname !== 'localhost') throw new Error('the origin is not https');
  publicKeyOf(key);
  return key;
}

/** The key behind an operator's credential. Throws where it is not of the algorithm it claims. */
export function publicKeyOf({ algorithm, publicKey }: Pick<OperatorKey, 'algorithm' | 'publicKey'>): KeyObject {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' });
  const fits =
    algorithm === 'ES256'
      ? key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
      : key.asymmetricKeyType === 'ed25519';
  if (!fits) throw new Error(`the public key is not one of ${algorithm}`);
  return key;
}
