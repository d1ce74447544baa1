import { setTimeout as wait } from 'node:timers/promises';
import type { TronAddress } from '@tern/tron/address';
import type { Signer } from '@tern/tron/signer-client';
import { SignerRefusal, SignerUnavailable } from '@tern/tron/signer-fault';

const triesMax = 300;
const pauseMs = 200;
/** Tries between two lines of the log while the signer refuses to listen: a minute. */
const sayEvery = 300;

/**
 * The hot wallet's address. A signer that does not answer is asked for up to a minute, for it may still be starting; throws
 * what it said last. One that answers and does not believe us, because the two clocks or secrets differ, is asked until it
 * does: ending would change nothing, and what waits goes on by itself once it is right. `onWait` is told what is wrong.
 */
export async function waitForHotAddress(
  signer: Pick<Signer, 'getHotAddress'>,
  { signal, onWait }: { readonly signal: AbortSignal; readonly onWait: (wrong: string) => void },
): Promise<TronAddress> {
  let refusals = 0;
  for (let tries = 1; ;) {
    try {
      return await signer.getHotAddress();
    } catch (error) {
      if (error instanceof SignerRefusal && error.code === 'not-authenticated') {
        if (refusals % sayEvery === 0) onWait(error.message);
        refusals += 1;
      } else {
        if (!(error instanceof SignerUnavailable) || tries === triesMax) throw error;
        tries += 1;
      }
      await wait(pauseMs, undefined, { signal });
    }
  }
}
