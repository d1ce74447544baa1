import { setTimeout as wait } from 'node:timers/promises';
import type { TronAddress } from '@tern/tron/address';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';

const triesMax = 300;
const pauseMs = 200;
/** Tries between two lines of the log while the signer refuses to listen: a minute. */
const sayEvery = 300;

export type SignerWait = {
  readonly signal: AbortSignal;
  /** Told once, at the first try without an answer, what went wrong with it. */
  readonly onSilence: (fault: string) => void;
  /** Told what the signer holds against us: at its first refusal, and each minute from then on. */
  readonly onRefusal: (wrong: string) => void;
};

/**
 * The hot wallet's address. A signer that does not answer is asked 300 times, for it may still be starting: that takes a
 * minute where nothing is there to take the question, and up to 300 of the client's timeouts where something takes it and
 * says nothing. Then it throws what it heard last. A signer that answers and does not believe us, because the two clocks
 * or secrets differ, is asked until it does: ending would change nothing, and what waits goes on by itself once it is right.
 *
 * @throws SignerUnavailable where it has not answered by then.
 */
export async function waitForHotAddress(
  signer: Pick<Signer, 'getHotAddress'>,
  { signal, onSilence, onRefusal }: SignerWait,
): Promise<TronAddress> {
  let refusals = 0;
  for (let tries = 1; ;) {
    try {
      return await signer.getHotAddress();
    } catch (error) {
      if (error instanceof SignerRefusal && error.code === 'not-authenticated') {
        if (refusals % sayEvery === 0) onRefusal(error.message);
        refusals += 1;
      } else {
        if (!(error instanceof SignerUnavailable) || tries === triesMax) throw error;
        if (tries === 1) onSilence(error.message);
        tries += 1;
      }
      await wait(pauseMs, undefined, { signal });
    }
  }
}
