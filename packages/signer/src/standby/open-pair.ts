import type { Clock } from '@tern/base/clock';
import type { PinnedAddress } from '@tern/base/connect-pinned';
import { openSigner } from '@tern/tron/signer-client';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { signerCommands } from '@tern/tron/signer-protocol';
import type { Command } from '../commands.ts';
import type { OpenedSigner } from '../open-signer.ts';
import { hot } from '../plan-order.ts';
import type { ServeDeps } from '../serve.ts';
import { openRelease } from './open-release.ts';
import { openSeat, type SeatState } from './open-seat.ts';
import { seatCommands } from './seat-commands.ts';
import { openStandbyLink } from './standby-link.ts';

/** A worker that has missed more take-overs than this is none of ours. */
const epochsMissedMax = 1_000;

export type OpenedPair = Required<Pick<ServeDeps, 'commands' | 'pair'>> & {
  readonly state: () => SeatState;
  /** Tells the standby what it lacks and hears whether it is there. */
  readonly keepUp: () => Promise<void>;
  readonly close: () => void;
};

/** A signer as one of a pair: what it answers follows from which of the two it is, and what leaves it waits for its standby. */
export function openPair({
  clock,
  signer: { keychain, store },
  directory,
  commands,
  standby,
  secret,
}: {
  readonly clock: Clock;
  readonly signer: OpenedSigner;
  readonly directory: string;
  readonly commands: Readonly<Record<string, Command>>;
  readonly standby: PinnedAddress | undefined;
  readonly secret: Uint8Array;
}): OpenedPair {
  const seat = openSeat(directory, store);
  const link =
    standby && openStandbyLink(openSigner({ tls: standby, secret, clock, timeoutMs: 5_000 }), { store, clock });
  const release = openRelease(store, link);
  const withStandby: Command = (body) => {
    const answer = commands[signerCommands.getHealth]?.(body);
    return { ...answer, standby: release.state() };
  };
  const all = { ...commands, [signerCommands.getHealth]: withStandby };
  const hotAddress = keychain.addressAt(hot);
  return {
    commands: seatCommands(all, { clock, seat, store, hotAddress }),
    pair: {
      release: {
        ...release,
        before: async (path) => {
          // The seat refuses by itself; a standby has nobody to wait for.
          if (seat.state() === 'active') await release.before(path);
        },
        after: async (path) => {
          if (seat.state() === 'active') await release.after(path);
          else if (release.isReleasing(path))
            throw new SignerRefusal('fenced', 'another signer has taken over meanwhile');
        },
      },
      epoch: () => store.epoch(),
      hearEpoch: (epoch) => {
        const own = store.epoch();
        if (!Number.isSafeInteger(epoch) || epoch > own + epochsMissedMax)
          throw new SignerRefusal('malformed', 'epoch');
        if (epoch <= own) return;
        if (seat.state() === 'active') store.putEpoch({ number: epoch, own: false, atMs: clock.nowMs() });
        // Beside the store, which stays a copy: no two signers may begin the same epoch.
        else seat.hearEpoch(epoch);
      },
    },
    state: seat.state,
    keepUp: async () => {
      if (seat.state() === 'active') await link?.keepUp();
    },
    close: seat.close,
  };
}
