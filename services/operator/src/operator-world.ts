import type { Database } from '@tern/db/database';
import type { Units } from '@tern/money/units';
import type { FirstStepSettings } from '@tern/server/house/first-steps/public';
import type { HotSettings } from '@tern/server/house/treasury/public';
import type { TronNode } from '@tern/tron/open-node';
import type { Signer } from '@tern/tron/signer-client';
import type { Assets } from './operator-texts.ts';

/** What the operator's commands work with. */
export type OperatorWorld = {
  readonly db: Database;
  readonly assets: Assets;
  /** Floor and ceiling of the hot wallet. */
  readonly hot: HotSettings;
  /** The first configured node, and the signer; each is asked only by the commands that need it. */
  readonly node: TronNode;
  readonly openSigner: () => Pick<Signer, 'getAccounts'>;
  /** Where the wallet is opened, as signatures of reserves name it. */
  readonly house: string;
  /** TRX the worker keeps staked, in sun. */
  readonly stakeSun: Units;
  /** What a new installation is measured against. */
  readonly firstSteps: FirstStepSettings;
};

/** What a command says, and whether there was what was asked for. */
export type Answer = { readonly text: string; readonly done: boolean };

export type Command = (world: OperatorWorld, subject: string) => Promise<Answer>;
