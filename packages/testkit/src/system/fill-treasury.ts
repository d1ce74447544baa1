import { fundTreasury } from '@tern/installation/fund-treasury';
import type { Installation } from '@tern/installation/processes';
import type { ChainControl } from './chain-control.ts';
import { until } from './until.ts';

const fundedWithinMs = 120_000;

/** As the launcher does at a first start, with blocks in between so that nobody waits for them. */
export async function fillTreasury(
  installation: Installation,
  urls: { readonly console: string },
  chain: ChainControl,
): Promise<void> {
  const aborting = new AbortController();
  let done = false;
  const funding = fundTreasury(installation, urls, aborting.signal).finally(() => {
    done = true;
  });
  try {
    await until(
      'the treasury is filled',
      async () => {
        if (done) return true;
        await chain.mine(2);
        return undefined;
      },
      fundedWithinMs,
    );
  } finally {
    aborting.abort();
  }
  await funding;
}
