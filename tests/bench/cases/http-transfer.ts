import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Bench, Case, CaseResult, Round } from '../bench.ts';
import { driveHttp, writeRequest } from '../http-load.ts';
import { hear, tell } from '../tell.ts';
import type { PreparedTransfer, TransferApiOrder } from '../transfer-api.ts';

/** Confirmations of drafts for another person here, over HTTP to one api process: money, records and reply durable. */
export const httpTransfer: Case = {
  name: 'http',
  run: async (bench) => {
    const script = fileURLToPath(new URL('../transfer-api.ts', import.meta.url));
    const api = fork(script, [String(bench.sizes.senders)]);
    const ended = once(api, 'exit');
    try {
      const port = Number(await hear(api));
      const results: CaseResult[] = [];
      for (const clients of [32, 128]) {
        bench.log(`  ${clients} clients`);
        results.push({
          id: `http-${clients}`,
          title: `internal transfer over HTTP, ${clients} clients, one api process`,
          unit: 'confirmations/s',
          baseline: 'TPC-B-like, 32 clients',
          goal: clients === 32 ? 0.9 : 1,
          stretch: 1.8,
          higherIsBetter: true,
          rounds: await measure(bench, api, { port, clients }),
        });
      }
      await tell(api, 'check' satisfies TransferApiOrder);
      return results;
    } finally {
      if (api.connected) api.send('end' satisfies TransferApiOrder);
      await ended;
    }
  },
};

async function measure(
  { sizes, pgbench }: Bench,
  api: ChildProcess,
  { port, clients }: { readonly port: number; readonly clients: number },
): Promise<readonly Round[]> {
  const seconds = sizes.secondsPerRound;
  const confirm = async (drafts: number, limit: number): Promise<number> => {
    const prepared = (await tell(api, { drafts } satisfies TransferApiOrder)) as readonly PreparedTransfer[];
    return await driveHttp({ port, clients, seconds: limit, requests: prepared.map(requestOf) });
  };
  // Also tells how many drafts a round will use up.
  let rate = await confirm(4 * clients, seconds);
  const rounds: Round[] = [];
  for (let round = 0; round < sizes.rounds; round += 1) {
    const baseline = await pgbench?.tpcB({ clients: 32, seconds });
    rate = await confirm(Math.ceil(Math.max(rate, 100) * seconds * 1.5), seconds);
    rounds.push({ measured: rate, baseline });
  }
  return rounds;
}

function requestOf({ token, draftId, hash }: PreparedTransfer): Buffer {
  return writeRequest({
    path: `/api/transfers/drafts/${draftId}/confirm`,
    headers: { cookie: `session=${token}`, origin: 'http://localhost', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ hash, tradePassword: '481952', authenticatorCode: '123456' }),
  });
}
