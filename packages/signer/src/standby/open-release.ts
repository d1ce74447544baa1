import { SignerRefusal } from '@tern/tron/signer-fault';
import { signerCommands } from '@tern/tron/signer-protocol';
import type { StandbyState } from '@tern/tron/standby-protocol';
import type { SignerStore } from '../open-store.ts';
import type { StandbyLink } from './standby-link.ts';

/** What stands between a signature and whoever asked for it. */
export type Release = {
  /** Before a command: refuses it where its answer could not leave. @throws SignerRefusal */
  readonly before: (path: string) => Promise<void>;
  /** After it: resolves once its answer may leave. @throws StandbyAway; then what was signed stays here until asked for again */
  readonly after: (path: string) => Promise<void>;
  readonly state: () => StandbyState | undefined;
  /** Whether the answer to this command holds signatures. */
  readonly isReleasing: (path: string) => boolean;
};

/** Commands whose answer holds signatures. */
const releasing: readonly string[] = [
  signerCommands.signOrder,
  signerCommands.signTreasuryOrder,
  signerCommands.signMessage,
  signerCommands.signReserves,
  signerCommands.recall,
];

/** Commands by which people decide. A standby that takes over a moment later should know of it. */
const deciding: readonly string[] = [signerCommands.close, signerCommands.approve];

/** A store that had a standby in this epoch signs nothing without one, even where the setting is gone. */
export function standbyFact(epoch: number): string {
  return `standby of epoch ${epoch}`;
}

const notSet = 'SIGNER_STANDBY is not set, and this signer had a standby';

/** No signature leaves before the standby has it on its disk, unless two operators have decided to go on without. */
export function openRelease(store: SignerStore, link: StandbyLink | undefined): Release {
  const isWithout = (): boolean => store.getPolicy().document.withoutStandby === true;
  const hadStandby = (): boolean => store.findFact(standbyFact(store.epoch())) !== undefined;
  const isNeeded = (path: string): boolean => releasing.includes(path) && !isWithout();
  return {
    before: async (path) => {
      if (!isNeeded(path)) return;
      if (link === undefined) {
        if (!hadStandby()) return;
        throw new SignerRefusal('standby-away', notSet);
      }
      try {
        await link.ready();
      } catch (error) {
        throw new SignerRefusal('standby-away', error instanceof Error ? error.message : 'unknown');
      }
      if (!hadStandby()) store.setFact(standbyFact(store.epoch()), 'nothing leaves without it');
    },
    after: async (path) => {
      if (link === undefined) return;
      if (isNeeded(path)) await link.settle();
      // One that is away keeps nobody from deciding.
      else if (deciding.includes(path)) await link.keepUp();
    },
    state: () => {
      if (link !== undefined) return link.state();
      if (isWithout() || !hadStandby()) return undefined;
      return { away: notSet, behind: 0, heardMs: 0 };
    },
    isReleasing: (path) => releasing.includes(path),
  };
}
