import { publicUrl, pushContact } from '@tern/config/addresses';
import { blockMsOf } from '@tern/config/block-ms';
import { installedAssets } from '@tern/config/installed-assets';
import type { KeyRing } from '@tern/config/secrets';
import { transact } from '@tern/db/transact';
import { addParts } from '@tern/ledger/add-parts';
import { analyzeEntries } from '@tern/ledger/analyze-entries';
import { closeDays } from '@tern/ledger/close-days';
import { expireHolds } from '@tern/ledger/expire-holds';
import { totalDays } from '@tern/ledger/total-days';
import { stallLimitsOf } from '@tern/server/chain/chain-view/public';
import { deliverAnnouncements } from '@tern/server/console/announcements/public';
import { behindMax, recordIncidents } from '@tern/server/console/status/public';
import { addDay, openLogWatch } from '@tern/server/house/ledger-log/public';
import { forgetLists, signReserves, takeSnapshot } from '@tern/server/house/liabilities/public';
import { deleteOldBeats } from '@tern/server/house/processes/public';
import { closeDueAccounts, eraseOldClosings } from '@tern/server/money/closing/public';
import { distribute, openChunkPace } from '@tern/server/money/pool/public';
import { forgetQuotes } from '@tern/server/money/swaps/public';
import { identityDefaults } from '@tern/server/people/accounts/public';
import { forgetStale } from '@tern/server/people/identity/public';
import { deliverPushes, forgetPushes, pushTransport, vapidKeys } from '@tern/server/people/push/public';
import { advanceFactorResets } from '@tern/server/people/recovery/public';
import { deliverOutbox, forgetMessages, outboxBox } from '@tern/server/platform/messaging/public';
import type { Transports } from './open-transports.ts';
import { poolSettings } from './pool-settings.ts';
import type { BookWatch } from './watch-books.ts';
import type { WorkerStep } from './worker-step.ts';
import type { WorkerWorld } from './worker-world.ts';

export type HouseDeps = {
  readonly transports: Transports;
  /** Opens what the API sealed into waiting messages. */
  readonly sessionKeys: KeyRing;
  readonly bookWatch: BookWatch;
};

const minuteMs = 60_000;

/** Steps that keep the house: messages, prices, expiries, the books. */
export function houseSteps(
  world: WorkerWorld,
  { transports, sessionKeys, bookWatch }: HouseDeps,
): readonly WorkerStep[] {
  const { clock, config, db, log } = world;
  const delivery = {
    db,
    outboxBox: outboxBox(sessionKeys),
    transports,
    fallback: transports.fallback,
    smsReports: transports.smsReports,
    productName: config.productName,
    onFailure: (failure: object) => log.warn(failure, 'a message was not delivered; it is tried again unless final'),
  };
  const pushes = {
    db,
    clock: world.clock,
    keys: vapidKeys(sessionKeys),
    contact: pushContact(config),
    assets: installedAssets(config),
    send: pushTransport({ services: config.pushServices }),
    onFailure: (failure: object) => log.warn(failure, 'a push was not delivered; it is tried again'),
  };
  const statusRules = { stallLimits: stallLimitsOf({ blockMs: blockMsOf(config), confirmations: 19 }), behindMax };
  const pace = openChunkPace();
  const resets = {
    db,
    clock: world.clock,
    settings: { ...identityDefaults, publicUrl: publicUrl(config) },
    keys: { outboxBox: outboxBox(sessionKeys) },
  };
  return [
    { name: 'deliver-mails', tick: () => deliverOutbox(delivery, { channel: 'email', limit: 20 }), idleMs: 500 },
    { name: 'deliver-texts', tick: () => deliverOutbox(delivery, { channel: 'sms', limit: 20 }), idleMs: 500 },
    { name: 'deliver-announcements', tick: () => deliverAnnouncements({ db }, { limit: 200 }), idleMs: 5_000 },
    { name: 'deliver-pushes', tick: () => deliverPushes(pushes, { limit: 20 }), idleMs: 1000 },
    {
      name: 'expire-holds',
      tick: async () => (await transact(db, (tx) => expireHolds(tx, { limit: 100 }))).length,
      idleMs: 5_000,
    },
    { name: 'advance-factor-resets', tick: () => advanceFactorResets(resets, { limit: 20 }), idleMs: minuteMs },
    {
      name: 'close-due-accounts',
      tick: () => closeDueAccounts({ db, clock, keys: { outboxBox: outboxBox(sessionKeys) } }, { limit: 20 }),
      idleMs: minuteMs,
    },
    { name: 'erase-old-closings', tick: () => eraseOldClosings({ db, clock }, { limit: 20 }), idleMs: 60 * minuteMs },
    { name: 'forget-stale', tick: () => forgetStale({ db }, { limit: 500 }), idleMs: 10 * minuteMs },
    { name: 'forget-messages', tick: () => forgetMessages({ db }, { limit: 500 }), idleMs: 10 * minuteMs },
    { name: 'forget-quotes', tick: () => forgetQuotes({ db }, { limit: 500 }), idleMs: 10 * minuteMs },
    {
      name: 'distribute',
      flow: 'rewards',
      tick: () => distribute({ db, settings: poolSettings(config), pace }),
      idleMs: 1_000,
    },
    { name: 'forget-pushes', tick: () => forgetPushes({ db }, { limit: 500 }), idleMs: 10 * minuteMs },
    { name: 'add-parts', tick: () => transact(db, addParts), idleMs: minuteMs },
    { name: 'analyze-entries', tick: () => transact(db, analyzeEntries), idleMs: 10 * minuteMs },
    { name: 'close-days', tick: () => transact(db, closeDays), idleMs: 10 * minuteMs },
    { name: 'total-days', tick: () => transact(db, (tx) => totalDays(tx, { limit: 10 })), idleMs: 10 * minuteMs },
    ...ledgerLogSteps(world),
    ...liabilitySteps(world),
    { name: 'forget-processes', tick: () => deleteOldBeats(db.kysely), idleMs: 60 * minuteMs },
    { name: 'record-incidents', tick: () => recordIncidents({ db, rules: statusRules }), idleMs: 10_000 },
    { name: 'watch-books', tick: bookWatch.tick, idleMs: minuteMs },
  ];
}

/** The ledger's public log: it grows by each closed day, and its past is looked at in turn. */
function ledgerLogSteps({ db, log }: WorkerWorld): readonly WorkerStep[] {
  const watch = openLogWatch({ db, onFault: (fault) => log.fatal(fault, 'the public log is not what it was') });
  return [
    { name: 'add-log-day', tick: () => addDay({ db }), idleMs: 10 * minuteMs },
    { name: 'watch-ledger-log', tick: watch.tick, idleMs: 10 * minuteMs },
  ];
}

/** What is owed is listed each day, and the keys of the house sign for what it holds. */
function liabilitySteps({ db, signer }: WorkerWorld): readonly WorkerStep[] {
  return [
    { name: 'list-liabilities', tick: async () => ((await takeSnapshot({ db })) ? 1 : 0), idleMs: 1_000 },
    { name: 'sign-reserves', tick: () => signReserves({ db, signer }), idleMs: 10_000 },
    { name: 'forget-liability-lists', tick: () => forgetLists({ db }), idleMs: 10 * minuteMs },
  ];
}
