import { SignerRefusal } from '@tern/tron/signer-fault';
import { signerCommands } from '@tern/tron/signer-protocol';
import { giveApproval, listPending } from '../approvals.ts';
import type { Command } from '../commands.ts';
import { readApproval, readNothing } from '../read-request.ts';
import { hearChanges } from './hear-changes.ts';
import type { SeatState } from './open-seat.ts';
import { readReplication, readTakeOver } from './read-standby-request.ts';
import { takeOver, takeOverIfApproved, type TakeOverDeps } from './take-over.ts';

/** What a signer that does not sign answers as one that does; none of it changes its store. */
const answered: readonly string[] = [
  signerCommands.getHotAddress,
  signerCommands.getAccounts,
  signerCommands.listAddresses,
  signerCommands.verifyAddresses,
  signerCommands.writeCopy,
];

/** The commands of a signer by its place in a pair: all of them where it signs, and those of a take-over where it does not. */
export function seatCommands(
  commands: Readonly<Record<string, Command>>,
  deps: TakeOverDeps,
): Readonly<Record<string, Command>> {
  const { clock, seat, store, hotAddress } = deps;
  const approvals = { clock, store: seat.store, hotAddress };
  const waiting: Readonly<Record<string, Command>> = {
    [signerCommands.listApprovals]: (body) => {
      readNothing(body);
      return { pending: listPending(approvals) };
    },
    [signerCommands.approve]: (body) => {
      const { challenge, assertion } = readApproval(body);
      const progress = giveApproval(approvals, challenge, assertion);
      takeOverIfApproved(deps);
      return progress;
    },
  };
  const seated = Object.entries(commands).map(([path, command]) => {
    const inPlace: Command = (body) => {
      const state = seat.state();
      if (state === 'active') return command(body);
      const own = waiting[path] ?? (answered.includes(path) ? command : undefined);
      if (own === undefined) throw new SignerRefusal(state, reasons[state](deps));
      return own(body);
    };
    return [path, inPlace] as const;
  });
  return {
    ...Object.fromEntries(seated),
    [signerCommands.replicate]: (body) => hearChanges({ seat, store }, readReplication(body)),
    [signerCommands.takeOver]: (body) => takeOver(deps, readTakeOver(body)),
  };
}

const reasons: Readonly<Record<Exclude<SeatState, 'active'>, (deps: TakeOverDeps) => string>> = {
  standby: ({ store }) =>
    `this signer stands by, with ${store.changes.last().number} changes; it signs once two operators have taken over`,
  fenced: ({ store }) => `another signer has taken over in epoch ${store.newerEpoch()}`,
};
