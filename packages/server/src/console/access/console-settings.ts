import type { Clock } from '@tern/base/clock';
import type { Database } from '@tern/db/database';

export type ConsoleSettings = {
  readonly productName: string;
  /** Address under which operators open the console; its host is the relying party of their passkeys. */
  readonly consoleUrl: string;
  /** A session nobody uses ends after this. */
  readonly idleMs: number;
  /** A session ends after this, whoever uses it. */
  readonly absoluteMs: number;
  /** Longest between the question to a passkey and its answer. */
  readonly ceremonyMs: number;
  /** Longest between showing the words of a decision and its signature: they are to be read. */
  readonly decisionMs: number;
  readonly invitationMs: number;
  readonly signInsPerIpHour: number;
};

export const consoleDefaults = {
  idleMs: 15 * 60_000,
  absoluteMs: 8 * 3_600_000,
  ceremonyMs: 2 * 60_000,
  decisionMs: 10 * 60_000,
  invitationMs: 24 * 3_600_000,
  signInsPerIpHour: 60,
} as const;

export type ConsoleAccessDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: ConsoleSettings;
};
