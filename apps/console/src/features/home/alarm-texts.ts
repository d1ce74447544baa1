import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { PagePath } from '../../shared/pages.ts';

type AlarmText = {
  readonly text: MessageDescriptor;
  /** The page of the console on which somebody can see or do more; absent where there is none. */
  readonly page?: PagePath;
};

/** The alarms whose conditions the console can judge, in the words of their pages. */
export const alarmTexts: Readonly<Record<string, AlarmText>> = {
  ProcessSilent: { text: msg`A process has not reported to the database for a minute.` },
  MetricsUnread: { text: msg`Nobody has read the metrics of a process for five minutes.` },
  WorkerWaitsForSigner: { text: msg`The worker does nothing because it waits for its signer.` },
  StepFails: { text: msg`A step of the worker has failed five times in a row.`, page: '/stuck' },
  StepIdle: { text: msg`A step of the worker has been running, or failing, for two hours.`, page: '/stuck' },
  SignerStandbyAway: { text: msg`The signer's standby does not answer.` },
  RelayAway: { text: msg`The relay of connected sites is not connected.` },
  DiskFull: { text: msg`The data disk is almost full.` },
  LedgerRoomLow: { text: msg`The next part of the ledger has not been created, and the last one is filling up.` },
  ReserveMissing: { text: msg`There is less of an asset on chain than in the books.`, page: '/treasury' },
  BooksContradict: { text: msg`The books contradict themselves.`, page: '/switches' },
  LedgerLogChanged: { text: msg`The ledger's public log is not what it was.`, page: '/books' },
  ForeignAct: { text: msg`Somebody else acted on our addresses or on a listed token.`, page: '/quarantine' },
  BreakGlass: { text: msg`Somebody is being let into the console by break-glass.`, page: '/operators' },
  OperatorKeyNew: {
    text: msg`An operator has added a further passkey within the last three days.`,
    page: '/operators',
  },
  OperatorKeyRemoved: {
    text: msg`An operator has removed one of their passkeys within the last three days.`,
    page: '/operators',
  },
  OperatorRefused: { text: msg`An operator attempted something that they are not allowed to do.`, page: '/log' },
  StandbyMissing: { text: msg`Commits wait for a standby, but no standby is connected to the database server.` },
  StandbySlow: { text: msg`Commits wait for more than a second until a standby has them.` },
  ArchiveFails: { text: msg`The database cannot copy its log to its backup.` },
  ChainStalled: { text: msg`Blocks are not produced, or do not become irreversible in time.`, page: '/treasury' },
  DepositsBehind: { text: msg`Deposits are credited with a delay.`, page: '/switches' },
  PayoutsStuck: { text: msg`Withdrawals have been stopped, or have been in one state for too long.`, page: '/stuck' },
  BooksUnwatched: { text: msg`Nobody has checked the books for half an hour.` },
  ReservesUncompared: {
    text: msg`The books have not been compared with the chain for a quarter of an hour.`,
    page: '/treasury',
  },
  MessagesLate: { text: msg`A mail or text message has waited for five minutes to be sent.` },
  MessagesUndelivered: {
    text: msg`More than a fifth of the mails or text messages of the last hour did not arrive.`,
    page: '/people',
  },
  HotWalletLow: { text: msg`The hot wallet is below its minimum.`, page: '/treasury' },
  FlowStopped: { text: msg`A flow is stopped.`, page: '/switches' },
  HeldDepositsLate: {
    text: msg`A held deposit has waited for a decision for two days, and can be used after three.`,
    page: '/screening',
  },
  ReviewsLate: { text: msg`A transfer has waited for a review for four hours.`, page: '/reviews' },
  EntriesLate: { text: msg`An entry of an activity has waited for a day.`, page: '/entries' },
  ClaimsLate: { text: msg`A claimed reward has not been paid for ten minutes.`, page: '/switches' },
  ArrivalsOverdue: {
    text: msg`Something that came in has waited for an operator too long.`,
    page: '/quarantine',
  },
  FactorResetWaits: {
    text: msg`A request to remove an authenticator has waited for its two approvals for more than a day, after its week of waiting.`,
    page: '/resolutions',
  },
  BonusesWait: { text: msg`An activation bonus has waited for two days.`, page: '/resolutions' },
  OrdersStuck: { text: msg`Orders of the treasury are stuck.`, page: '/stuck' },
  NodeFault: { text: msg`A Tron node lacks something or does not answer.`, page: '/treasury' },
  PricesOld: { text: msg`A source of prices has been silent for a quarter of an hour.` },
  DistributionLate: {
    text: msg`A distribution of the pool is not closed an hour after the end of its period.`,
    page: '/changes',
  },
  PushesLate: { text: msg`A push notification has waited for a quarter of an hour to be sent.` },
  WebhooksParked: {
    text: msg`Another system has not taken an event for three days; what follows of its subject waits.`,
    page: '/webhooks',
  },
  WebhooksLate: { text: msg`An event has not reached another system for an hour.`, page: '/webhooks' },
  MessageProviderDown: { text: msg`A provider of mails or text messages failed three times in a row or more.` },
};

/** `HotWalletLow` → `hot-wallet-low`, as its page is called. */
export function pageOfAlarm(alarm: string): string {
  return alarm.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
