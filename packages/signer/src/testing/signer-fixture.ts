import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manualClock, type ManualClock } from '@tern/base/clock';
import type { AssetId } from '@tern/money/asset';
import { units } from '@tern/money/units';
import { findAddressFromHex, getAddress, type TronAddress } from '@tern/tron/address';
import type { SignerOrder, TreasuryAction, TreasuryOrder } from '@tern/tron/signer-protocol';
import { openSignerDirectory, type OpenedSigner } from '../open-signer.ts';
import type { PolicyDocument } from '../policy-document.ts';
import type { SeedPlace } from '../seed-file.ts';
import type { SigningPolicy } from '../signing-policy.ts';

export const usdt = getAddress('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
export const reward = findAddressFromHex('33'.repeat(20)) as TronAddress;
export const receiver = getAddress('TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7');
export const startMs = Date.UTC(2026, 0, 1);

/** What texts would name the fixture's installation by. */
export const named = { names: ['Sea Harrier'], hosts: ['wallet.sea-harrier.example', 'localhost:4300'] };

export const policy: SigningPolicy = {
  tokens: new Map<TronAddress, AssetId>([
    [usdt, 'usdt'],
    [reward, 'reward'],
  ]),
  limits: {
    usdt: { perOrder: units(1_000n), perDay: units(3_000n) },
    trx: { perOrder: units(1_000n), perDay: units(5_000n) },
    reward: { perOrder: units(1_000n), perDay: units(3_000n) },
  },
  feeLimitMaxSun: units(400n),
  networkBurnMaxSun: units(0n),
  permissionBurnMaxSun: units(0n),
  lifetimeMaxMs: 3_600_000,
  attemptsMax: 4,
  operators: [],
};

export const refBlock = { number: 100, id: (100).toString(16).padStart(16, '0').padEnd(64, 'c'), timeMs: startMs };

/** An order of 500 units of USDT; `changes` replace its members. Each order id has a millisecond of its own. */
export function order(changes: Partial<SignerOrder> = {}): SignerOrder {
  const { orderId = 'w-1' } = changes;
  return {
    orderId: 'w-1',
    attempt: 1,
    payment: { kind: 'trc20', contract: usdt, to: receiver, amount: units(500n), feeLimitSun: units(100n) },
    refBlock,
    expirationMs: startMs + 600_000,
    timestampMs: startMs + 1_000 + (Buffer.from(orderId).reduce((sum, byte) => sum * 31 + byte, 0) % 500_000),
    ...changes,
  };
}

/** A step of the treasury in the same frame. */
export function treasuryOrder(action: TreasuryAction, changes: Partial<TreasuryOrder> = {}): TreasuryOrder {
  const { payment: _payment, ...frame } = order({ orderId: 't-1' });
  return { ...frame, action, ...changes };
}

/** The fixture's policy as the store keeps it, with room for what the chain burns beside fee limits. */
export function storePolicy({ signer, clock }: SignerFixture, changes: Partial<PolicyDocument> = {}): PolicyDocument {
  const { limits, feeLimitMaxSun, operators } = policy;
  const roomy = { ...limits, trx: { perOrder: units(1_000n), perDay: units(50_000_000n) } };
  const document = { limits: roomy, feeLimitMaxSun, operators, ...changes };
  const { version } = signer.store.getPolicy();
  signer.store.putPolicy({ version: version + 1, document, atMs: clock.nowMs(), reason: 'test' });
  return document;
}

/** Sealing at full cost would take most of the test's time. */
export const cheap = { memoryKib: 8_192, passes: 1 };

export type SignerFixture = Disposable & {
  readonly place: SeedPlace;
  readonly clock: ManualClock;
  readonly signer: OpenedSigner;
  readonly deps: { readonly clock: ManualClock; readonly policy: SigningPolicy } & OpenedSigner;
  /** Opens the folder again after its store was closed: what a restarted process sees. */
  readonly reopen: () => void;
};

/** A signer in a folder of its own, with real seed, keys and store. */
export function openFixture(): SignerFixture {
  const directory = mkdtempSync(join(tmpdir(), 'signer-'));
  const place = { directory, passphrase: 'correct horse battery', cost: cheap };
  const clock = manualClock(new Date(startMs));
  let signer = openSignerDirectory(place, 'test', clock);
  return {
    place,
    clock,
    get signer() {
      return signer;
    },
    get deps() {
      return { ...signer, clock, policy };
    },
    reopen: () => {
      signer = openSignerDirectory(place, 'test', clock);
    },
    [Symbol.dispose]: () => {
      signer.close();
      rmSync(directory, { recursive: true });
    },
  };
}
