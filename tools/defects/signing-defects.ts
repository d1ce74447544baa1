import type { Defect } from './defect.ts';

/** What keys sign, and how they are kept. */
export const signingDefects: readonly Defect[] = [
  {
    id: 'seed-for-any-purpose',
    trap: 'Sealed bytes in another place (K02)',
    wrong: 'seals a seed without its purpose',
    faults: [
      { file: 'packages/vault/src/seal-seed.ts', in: 'openSeed', operator: 'remove-statement', mentions: ['setAAD'] },
      { file: 'packages/vault/src/seal-seed.ts', in: 'sealSeed', operator: 'remove-statement', mentions: ['setAAD'] },
    ],
    caughtBy: {
      file: 'packages/vault/src/seal-seed.test.ts',
      title: 'on another passphrase, another purpose, and every shorter or longer text',
    },
  },
  {
    id: 'cost-unbounded',
    trap: 'A changed header asks for all memory (K02)',
    wrong: 'reads the cost of the key from the file without a bound',
    faults: [{ file: 'packages/vault/src/seal-seed.ts', in: 'openSeed', operator: 'never', mentions: ['isAllowed'] }],
    caughtBy: { file: 'packages/vault/src/seal-seed.test.ts', title: 'on every flipped byte' },
  },
  {
    id: 'key-signs-for-others',
    trap: 'A key that signs for another account (K06)',
    wrong: 'signs a transaction of another owner',
    faults: [
      {
        file: 'packages/vault/src/open-keychain.ts',
        in: 'openKeychain',
        operator: 'remove-statement',
        mentions: ['assert', 'owner', 'addressAt', 'place', 'the key does not own the transaction'],
      },
    ],
    caughtBy: {
      file: 'packages/vault/src/open-keychain.test.ts',
      title: 'M28 bytes that are not a transfer of this key are not signed',
    },
  },
  {
    id: 'digest-as-text',
    trap: 'A text that is a digest (K12)',
    wrong: 'signs a text that may be the digest of a transaction',
    faults: [
      {
        file: 'packages/vault/src/open-keychain.ts',
        in: 'openKeychain',
        operator: 'remove-statement',
        mentions: ['mayBeDigest'],
      },
    ],
    caughtBy: {
      file: 'packages/vault/src/open-keychain.test.ts',
      title: 'K12 a text is signed as tronweb signs it, by a deposit key alone',
    },
  },
  {
    id: 'hot-signs-texts',
    trap: 'A text in the name of the house (K12)',
    wrong: 'signs texts with the key of the hot wallet',
    faults: [
      {
        file: 'packages/vault/src/open-keychain.ts',
        in: 'openKeychain',
        operator: 'remove-statement',
        mentions: ['only a deposit address signs texts'],
      },
    ],
    caughtBy: {
      file: 'packages/vault/src/open-keychain.test.ts',
      title: 'K12 a text is signed as tronweb signs it, by a deposit key alone',
    },
  },
  {
    id: 'order-limit-ignored',
    trap: 'One order that empties the hot wallet (K06)',
    wrong: 'has no limit for one order',
    faults: [
      {
        file: 'packages/signer/src/order-rules.ts',
        in: 'findLimitFault',
        operator: 'never',
        mentions: ['leaving', 'perOrder'],
      },
    ],
    caughtBy: {
      file: 'packages/signer/src/attacker.test.ts',
      title:
        'K06 who owns everything but the signer takes no more than its daily cap of each asset, and cannot raise it',
    },
  },
  {
    id: 'day-limit-without-fees',
    trap: 'Fees that nobody counts (K06)',
    wrong: 'leaves what orders burn out of the day’s limit',
    faults: [
      {
        file: 'packages/signer/src/order-rules.ts',
        in: 'findLimitFault',
        operator: 'replace',
        mentions: ['burnMaxSun', 'leaving', 'add'],
        kind: 'choice',
        by: "(assetId === 'trx' ? leaving : zero)",
      },
    ],
    caughtBy: { file: 'packages/signer/src/sign-order.test.ts', title: 'counts fee limits as TRX that may leave' },
  },
  {
    id: 'scan-too-short',
    trap: 'A proof that ends too early (M21)',
    wrong: 'takes a proof that ends before the attempt expires',
    faults: [
      {
        file: 'packages/signer/src/order-rules.ts',
        in: 'checkAttempt',
        operator: 'always',
        mentions: ['toBlock', 'expirationMs', 'timeMs'],
      },
    ],
    caughtBy: {
      file: 'packages/signer/src/sign-order.test.ts',
      title: 'is refused with a scan that ends before the expiration',
    },
  },
  {
    id: 'content-changes',
    trap: 'A second attempt that pays somebody else (K06)',
    wrong: 'signs a further attempt with another content',
    faults: [
      {
        file: 'packages/signer/src/order-rules.ts',
        in: 'checkAttempt',
        operator: 'never',
        mentions: ['hashContent', 'paymentHash'],
      },
    ],
    caughtBy: { file: 'packages/signer/src/sign-order.test.ts', title: 'is refused when it pays something else' },
  },
  {
    id: 'lives-too-long',
    trap: 'A transaction that can be held back (M24)',
    wrong: 'signs a transaction that lives as long as it says',
    faults: [
      {
        file: 'packages/signer/src/order-rules.ts',
        in: 'checkWindow',
        operator: 'never',
        mentions: ['lifetimeMs', 'lifetimeMaxMs'],
      },
    ],
    caughtBy: { file: 'packages/signer/src/sign-order.test.ts', title: 'M24 a lifetime beyond the policy' },
  },
  {
    id: 'two-statements',
    trap: 'Two statements with one number (H26)',
    wrong: 'signs another statement under a number that it has signed',
    faults: [
      {
        file: 'packages/signer/src/messages/sign-reserves.ts',
        in: 'signReserves',
        operator: 'remove-statement',
        mentions: ['requireOneStatement'],
      },
    ],
    caughtBy: {
      file: 'packages/signer/src/messages/sign-reserves.test.ts',
      title: 'K12 a number stands for one statement for ever, and none is signed below the highest',
    },
  },
  {
    id: 'statement-not-kept',
    trap: 'A number that the signer forgets (H26)',
    wrong: 'signs a statement and does not keep its number',
    faults: [
      {
        file: 'packages/signer/src/messages/sign-reserves.ts',
        in: 'signReserves',
        operator: 'remove-statement',
        mentions: ['putAnchor'],
      },
    ],
    caughtBy: {
      file: 'packages/signer/src/messages/sign-reserves.test.ts',
      title: 'K12 a number stands for one statement for ever, and none is signed below the highest',
    },
  },
  {
    id: 'box-of-any-context',
    trap: 'A sealed value in another row (K02)',
    wrong: 'seals values without what they belong to',
    faults: [
      {
        file: 'packages/server/src/platform/secret-box.ts',
        in: 'secretBox',
        operator: 'remove-statement',
        mentions: ['setAAD'],
      },
      {
        file: 'packages/server/src/platform/secret-box.ts',
        in: 'openWith',
        operator: 'remove-statement',
        mentions: ['setAAD'],
      },
    ],
    caughtBy: {
      file: 'packages/server/src/platform/secret-box.test.ts',
      title: 'K02 what is sealed for one context opens for no other, and not with another key',
    },
  },
];
