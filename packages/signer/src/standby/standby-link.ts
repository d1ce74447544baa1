import type { Clock } from '@tern/base/clock';
import type { Signer } from '@tern/tron/signer-client';
import type { StandbyState } from '@tern/tron/standby-protocol';
import type { SignerStore } from '../open-store.ts';
import type { Change } from './logged-database.ts';

export type StandbyLink = {
  /** Resolves once the standby has everything that was changed here until now. @throws StandbyAway */
  readonly settle: () => Promise<void>;
  /** As `settle`, and asks the standby in any case where it was away. */
  readonly ready: () => Promise<void>;
  /** Tells the standby what it lacks, and hears whether it is there; called again and again. Never throws. */
  readonly keepUp: () => Promise<void>;
  readonly state: () => StandbyState;
};

/** The standby has not said that it has a change. What was signed stays here until it has. */
export class StandbyAway extends Error {
  override name = 'StandbyAway';
}

const batch = 200;

/** Letters of one batch; in UTF-8 with all around it, at most what a signer reads (512 KiB). */
const batchChars = 131_072;

/** The way from a signer to its standby. */
export function openStandbyLink(
  standby: Pick<Signer, 'replicate'>,
  { store, clock }: { readonly store: SignerStore; readonly clock: Clock },
): StandbyLink {
  const { changes } = store;
  let known = 0;
  let away: string | undefined = 'nothing was heard of it yet';
  let heardMs = 0;
  let flight: Promise<void> | undefined;

  /** One exchange at a time: what waits meanwhile goes with the next. */
  const exchange = async (): Promise<void> => {
    try {
      for (let goesOn = true; goesOn; goesOn = known < changes.last().number) await tell();
      away = undefined;
      heardMs = clock.nowMs();
    } catch (error) {
      away = error instanceof Error ? error.message : 'unknown';
      throw new StandbyAway(`the standby is away: ${away}`);
    }
  };
  const tell = async (): Promise<void> => {
    const after = changes.at(known);
    if (after === undefined) throw new Error('it lacks changes that are not kept any more: make it anew from a copy');
    const answer = await standby.replicate({ after, changes: cut(changes.list(known, batch)) });
    if (answer.takenOver) {
      store.putEpoch({ number: answer.epoch, own: false, atMs: clock.nowMs() });
      throw new Error(`it has taken over in epoch ${answer.epoch}`);
    }
    // Hashes begin with the first change that was written down; what an older version stored before is in none.
    const isEven = answer.number !== changes.last().number || answer.sequence === store.sequence();
    if (changes.at(answer.number)?.hash !== answer.hash || !isEven)
      throw new Error('its store is not a copy of this one: make it anew from a copy');
    known = answer.number;
  };
  const run = async (): Promise<void> => {
    // An exchange under way may have begun before the change that this caller waits for.
    await flight?.catch(() => undefined);
    flight ??= exchange().finally(() => (flight = undefined));
    await flight;
  };
  const settle = async (): Promise<void> => {
    const wanted = changes.last().number;
    while (known < wanted) await run();
  };
  return {
    settle,
    ready: async () => {
      if (away !== undefined) await run();
      await settle();
    },
    keepUp: () => run().catch(() => undefined),
    state: () => ({ away, behind: changes.last().number - known, heardMs }),
  };
}

/** As many of the first as fit into one request, and one in any case. */
function cut(changes: readonly Change[]): readonly Change[] {
  let chars = 0;
  const end = changes.findIndex((change) => (chars += JSON.stringify(change).length) > batchChars);
  return end === -1 ? changes : changes.slice(0, Math.max(1, end));
}
