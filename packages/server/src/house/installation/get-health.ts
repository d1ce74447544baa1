import type { Clock } from '@tern/base/clock';
import { toWire } from '@tern/base/to-wire';
import type { Database } from '@tern/db/database';
import { findChainFault, findChainHeads, type ChainFault, type StallLimits } from '../../chain/chain-view/public.ts';
import { findCreditedBlock } from '../../money/deposits/public.ts';
import { findBooksHealth } from '../invariants/public.ts';

export type GetHealthDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly version: string;
  readonly stallLimits: StallLimits;
};

const faultTexts: Readonly<Record<ChainFault, string>> = {
  'head-stalled': 'no new block for too long',
  'solid-stalled': 'blocks come, but none becomes irreversible',
  'solid-behind': 'the irreversible view is too far behind the head',
};

/** Whether the parts answer. Never throws for a part that does not: that is what it is asked for. */
export async function getHealth({ db, clock, version, stallLimits }: GetHealthDeps) {
  const read = await readState(db);
  const { heads, credited, books = { ok: false, detail: 'not known' } } = read ?? {};
  const chain = judgeChain(heads, stallLimits);
  return toWire({
    ok: read !== undefined && chain.ok && books.ok,
    time: clock.now(),
    version,
    database: read === undefined ? { ok: false, detail: 'does not answer' } : { ok: true, detail: 'answers' },
    chain: {
      ...chain,
      headBlock: heads?.headNumber ?? null,
      headAt: heads?.headTime ?? null,
      solidBlock: heads?.solidNumber ?? null,
      creditedBlock: credited?.number ?? null,
    },
    books,
  });
}

async function readState(db: Database) {
  try {
    const [heads, credited, books] = await Promise.all([
      findChainHeads(db.kysely),
      findCreditedBlock(db.kysely),
      findBooksHealth(db.kysely),
    ]);
    return { heads, credited, books };
  } catch {
    return undefined;
  }
}

function judgeChain(
  heads: Awaited<ReturnType<typeof findChainHeads>>,
  limits: StallLimits,
): { ok: boolean; detail: string } {
  if (heads === undefined) return { ok: false, detail: 'not read yet' };
  const fault = findChainFault(heads, limits);
  return fault === undefined ? { ok: true, detail: 'moves' } : { ok: false, detail: faultTexts[fault] };
}
