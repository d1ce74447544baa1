import type { Database } from '@tern/db/database';
import type { Units } from '@tern/money/units';
import type { TronNode } from '@tern/tron/open-node';
import type { Signer } from '@tern/tron/signer-client';
import type { TronAddress } from '@tern/tron/address';
import type { ObjectStore } from '@tern/object-store/object-store';
import type { HotSettings } from '@tern/server/treasury/public';
import type { Assets } from './operator-texts.ts';

/** What the operator's commands work with. */
export type OperatorWorld = {
  readonly db: Database;
  readonly assets: Assets;
  /** Floor and ceiling of the hot wallet. */
  readonly hot: HotSettings;
  /** Whether a contract lives at an address. Throws `NodeFault`. */
  readonly isContract: (address: TronAddress) => Promise<boolean>;
  /** The first configured node, and the signer; each is asked only by the commands that need it. */
  readonly node: TronNode;
  readonly openSigner: () => Pick<Signer, 'getAccounts'>;
  /** TRX the worker keeps staked, in sun. */
  readonly stakeSun: Units;
  /** Addresses known to pay for many people. */
  readonly sharedSources: ReadonlySet<TronAddress>;
  /** Where pictures of entries are; opened when a command asks for one. */
  readonly openPictures: () => Promise<ObjectStore>;
  readonly askSecret: (question: string) => Promise<string>;
};

export type OperatorOptions = {
  readonly as?: string | undefined;
  readonly reason?: string | undefined;
  /** Do it although the command has warned. */
  readonly 'despite-warnings'?: boolean | undefined;
};

/** What a command says, and whether it did what was asked. */
export type Answer = { readonly text: string; readonly done: boolean };

export type Command = (
  world: OperatorWorld,
  subject: string,
  options: OperatorOptions,
  /** The words after the subject. */
  more: readonly string[],
) => Promise<Answer>;
