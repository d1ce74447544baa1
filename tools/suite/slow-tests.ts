/** How many turns there are: each slow test runs with one commit of so many that follow one another. */
export const turnsInAll = 3;

export type SlowTest = {
  /** It runs when the number of commits, divided by the number of turns, leaves this: 0, 1 or 2. */
  readonly turn: number;
  /** How long it took in a whole run on two busy cores on 2026-11-30, by which the turns are made equally long. */
  readonly seconds: number;
};

/**
 * The test files that take turns, by path. Every other file runs every time: all that is quick, and the main tests in which
 * people send, swap and sign in, and what takes turns within itself. A unit or database test that a change can break runs in any turn.
 */
export const slowTests: Readonly<Record<string, SlowTest>> = {
  // unit
  'apps/web/src/features/money/scan/scan-outcome.test.ts': { turn: 2, seconds: 13 },
  'packages/devchain/conformance/conformance.test.ts': { turn: 1, seconds: 26 },
  'packages/devchain/src/http/table.fuzz.test.ts': { turn: 1, seconds: 14 },
  'packages/server/src/house/liabilities/list-builder.test.ts': { turn: 2, seconds: 15 },
  'packages/signer/src/messages/judge-message.fuzz.test.ts': { turn: 2, seconds: 23 },
  'tools/verify/compare-served.test.ts': { turn: 0, seconds: 44 },
  // database
  'packages/local-postgres/src/back-up-cluster.db.test.ts': { turn: 0, seconds: 66 },
  'packages/local-postgres/src/start-local-postgres.db.test.ts': { turn: 1, seconds: 15 },
  'packages/server/src/platform/live/stream-limit.db.test.ts': { turn: 2, seconds: 13 },
  // flow
  'tests/flows/bench.flow.test.ts': { turn: 0, seconds: 269 },
  'tests/flows/compromised-hot-key.flow.test.ts': { turn: 1, seconds: 155 },
  'tests/flows/failing-parts.flow.test.ts': { turn: 0, seconds: 133 },
  'tests/flows/faults.flow.test.ts': { turn: 1, seconds: 77 },
  'tests/flows/kill.flow.test.ts': { turn: 1, seconds: 191 },
  'tests/flows/one-command.flow.test.ts': { turn: 2, seconds: 107 },
  'tests/flows/one-process-wrong.flow.test.ts': { turn: 1, seconds: 51 },
  'tests/flows/outside-services.flow.test.ts': { turn: 1, seconds: 25 },
  'tests/flows/parts.flow.test.ts': { turn: 0, seconds: 75 },
  'tests/flows/prices.flow.test.ts': { turn: 2, seconds: 45 },
  'tests/flows/processes.flow.test.ts': { turn: 0, seconds: 44 },
  'tests/flows/production.flow.test.ts': { turn: 2, seconds: 161 },
  'tests/flows/restore-treasury.flow.test.ts': { turn: 0, seconds: 52 },
  'tests/flows/restore.flow.test.ts': { turn: 2, seconds: 64 },
  'tests/flows/rewards.flow.test.ts': { turn: 1, seconds: 66 },
  'tests/flows/rolling-upgrade.flow.test.ts': { turn: 2, seconds: 181 },
  'tests/flows/simulate.flow.test.ts': { turn: 0, seconds: 90 },
  'tests/flows/treasury.flow.test.ts': { turn: 1, seconds: 33 },
  'tests/flows/wallet-connections.flow.test.ts': { turn: 2, seconds: 26 },
  // browser
  'tests/e2e/activity.e2e.ts': { turn: 1, seconds: 117 },
  'tests/e2e/address-book.e2e.ts': { turn: 0, seconds: 58 },
  'tests/e2e/agreements.e2e.ts': { turn: 0, seconds: 77 },
  'tests/e2e/back.e2e.ts': { turn: 0, seconds: 83 },
  'tests/e2e/check.e2e.ts': { turn: 2, seconds: 38 },
  'tests/e2e/connections.e2e.ts': { turn: 1, seconds: 105 },
  'tests/e2e/console-day.e2e.ts': { turn: 0, seconds: 188 },
  'tests/e2e/console-home.e2e.ts': { turn: 2, seconds: 153 },
  'tests/e2e/console-house.e2e.ts': { turn: 0, seconds: 141 },
  'tests/e2e/console-log.e2e.ts': { turn: 2, seconds: 81 },
  'tests/e2e/console-search.e2e.ts': { turn: 1, seconds: 68 },
  'tests/e2e/console.e2e.ts': { turn: 2, seconds: 213 },
  'tests/e2e/currency.e2e.ts': { turn: 2, seconds: 43 },
  'tests/e2e/drafts-safety.e2e.ts': { turn: 0, seconds: 69 },
  'tests/e2e/drafts.e2e.ts': { turn: 1, seconds: 220 },
  'tests/e2e/first-steps.e2e.ts': { turn: 1, seconds: 381 },
  'tests/e2e/help.e2e.ts': { turn: 0, seconds: 28 },
  'tests/e2e/home-line.e2e.ts': { turn: 1, seconds: 31 },
  'tests/e2e/home.e2e.ts': { turn: 0, seconds: 67 },
  'tests/e2e/honest-design.e2e.ts': { turn: 2, seconds: 123 },
  'tests/e2e/hostile-console.e2e.ts': { turn: 2, seconds: 184 },
  'tests/e2e/hostile-content.e2e.ts': { turn: 0, seconds: 465 },
  'tests/e2e/invite.e2e.ts': { turn: 0, seconds: 43 },
  'tests/e2e/keyboard.e2e.ts': { turn: 2, seconds: 58 },
  'tests/e2e/levels.e2e.ts': { turn: 1, seconds: 71 },
  'tests/e2e/lists-and-forms.e2e.ts': { turn: 1, seconds: 61 },
  'tests/e2e/live.e2e.ts': { turn: 2, seconds: 32 },
  'tests/e2e/messages.e2e.ts': { turn: 1, seconds: 38 },
  'tests/e2e/motion.e2e.ts': { turn: 2, seconds: 68 },
  'tests/e2e/my-pages.e2e.ts': { turn: 0, seconds: 104 },
  'tests/e2e/newer-version.e2e.ts': { turn: 0, seconds: 31 },
  'tests/e2e/no-address.e2e.ts': { turn: 0, seconds: 56 },
  'tests/e2e/offers.e2e.ts': { turn: 1, seconds: 54 },
  'tests/e2e/offline.e2e.ts': { turn: 2, seconds: 281 },
  'tests/e2e/pages.e2e.ts': { turn: 2, seconds: 236 },
  'tests/e2e/people.e2e.ts': { turn: 2, seconds: 92 },
  'tests/e2e/price-alerts.e2e.ts': { turn: 1, seconds: 47 },
  'tests/e2e/push.e2e.ts': { turn: 0, seconds: 42 },
  'tests/e2e/reach.e2e.ts': { turn: 2, seconds: 106 },
  'tests/e2e/records.e2e.ts': { turn: 2, seconds: 30 },
  'tests/e2e/refusals.e2e.ts': { turn: 1, seconds: 212 },
  'tests/e2e/reviews.e2e.ts': { turn: 0, seconds: 213 },
  'tests/e2e/reward.e2e.ts': { turn: 2, seconds: 59 },
  'tests/e2e/scan.e2e.ts': { turn: 1, seconds: 89 },
  'tests/e2e/screening.e2e.ts': { turn: 1, seconds: 182 },
  'tests/e2e/surplus.e2e.ts': { turn: 0, seconds: 114 },
  'tests/e2e/transactions.e2e.ts': { turn: 2, seconds: 70 },
  'tests/e2e/webhooks.e2e.ts': { turn: 2, seconds: 72 },
  'tests/e2e/wide.e2e.ts': { turn: 1, seconds: 30 },
};
