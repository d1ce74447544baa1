import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openApiClient } from '@tern/testkit/system/api-client';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { until } from '@tern/testkit/system/until';
import { median, type Case, type CaseResult, type Round, type Sizes } from '../bench.ts';

const trx = 1_000_000n;

/** What somebody with an account waits while strangers keep logins open, beside the same on the quiet machine. */
export const strangerFlood: Case = {
  name: 'stranger-flood',
  run: async ({ sizes, log }) => {
    const system = await startSystem({ settings: { TRUSTED_PROXY_HOPS: '1' } });
    try {
      const [sender, receiver] = await Promise.all([system.register('email'), system.register('email')]);
      await sender.setFactors();
      await system.chain.give(sender.wallet.address, 'trx', 100_000n * trx);
      await until('the top-up', async () => (await sender.available('trx')) > 0n);
      const works = worksOf(system, { sender, receiver });
      const rounds = new Map(Object.keys(works).map((name) => [name, [] as Round[]]));
      for (let round = 0; round < sizes.rounds; round += 1) {
        log(`  round ${round + 1} of ${sizes.rounds}`);
        const quiet = await measure(works, sizes.secondsPerRound);
        const flood = openFlood(system, sizes);
        try {
          const loud = await measure(works, sizes.secondsPerRound);
          for (const [name, list] of rounds)
            list.push({ measured: loud.get(name) ?? Number.NaN, baseline: quiet.get(name) });
        } finally {
          await flood.end();
        }
      }
      return [...rounds].map(([name, list]): CaseResult => ({
        id: `flood-${name}`,
        title: `${name} while strangers keep ${sizes.strangers} logins open from ${sizes.networks} networks`,
        unit: 'ms, median',
        baseline: 'the same without them',
        goal: 5,
        stretch: 2,
        higherIsBetter: false,
        rounds: list,
        note: 'whom the lane refuses comes again a quarter of a second later',
      }));
    } finally {
      await system.stop();
    }
  },
};

type Works = Readonly<Record<string, () => Promise<void>>>;

/** Each throws where it is refused. */
function worksOf(system: System, { sender, receiver }: { readonly sender: Person; readonly receiver: Person }): Works {
  const { target, loginPassword } = sender;
  return {
    send: async () => {
      await sender.send({ to: receiver.wallet.address, assetId: 'trx', amount: '10' });
    },
    login: async () => {
      const { step } = await sender.api.post<{ readonly step: string }>('/identity/login', {
        target,
        password: loginPassword,
      });
      if (step !== 'done') throw new Error(`a remembered device was asked for more: ${step}`);
    },
    health: async () => {
      await openApiClient(system.url).get('/health');
    },
    balances: async () => {
      await sender.overview();
    },
  };
}

/** Medians in milliseconds: each work in turn, for so long, and at least five times. */
async function measure(works: Works, seconds: number): Promise<ReadonlyMap<string, number>> {
  const taken = new Map(Object.keys(works).map((name) => [name, [] as number[]]));
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; turn < 5 || performance.now() < end; turn += 1) {
    for (const [name, work] of Object.entries(works)) {
      const started = performance.now();
      await work();
      taken.get(name)?.push(performance.now() - started);
    }
  }
  return new Map([...taken].map(([name, list]) => [name, median(list)]));
}

function openFlood(
  { url }: System,
  { strangers, networks }: Pick<Sizes, 'strangers' | 'networks'>,
): { readonly end: () => Promise<void> } {
  let over = false;
  const stranger = async (at: number): Promise<void> => {
    const client = openApiClient(url);
    while (!over) {
      const { status } = await client.send({
        method: 'POST',
        path: '/identity/login',
        headers: { 'x-forwarded-for': `198.51.${at % networks}.7` },
        body: { target: { kind: 'email', email: `${randomUUID()}@example.org` }, password: 'some guess of mine' },
      });
      if (status === 429) await pause(250);
    }
  };
  const all = Array.from({ length: strangers }, (_each, at) => stranger(at));
  return {
    end: async () => {
      over = true;
      await Promise.all(all);
    },
  };
}
