import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasPassword } from '@tern/base/login-url';
import { loadConfigOf } from '@tern/config/load-config';
import { requireDatabase } from '@tern/config/require-database';
import { openDatabase, type Database } from '@tern/db/database';
import { readEnvironment } from '@tern/installation/environment';
import type { Rebooked } from '@tern/server/money/transfers/public';
import { bookLost, type Booked } from './foreign-database/book-lost.ts';
import { doubtCopy } from './foreign-database/doubt-copy.ts';
import { findLost, type LostThing } from './foreign-database/find-lost.ts';
import { readMoment } from './foreign-database/read-moment.ts';

// `npm run find-lost -- URL --since MOMENT`: what people were told and a database that was set back does not know.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run find-lost -- URL --since MOMENT [--book] [--json]
  Compares the database in DATABASE_URL, which was set back to MOMENT (2026-11-28T20:15:00Z), with the copy at URL, which was
  restored further, and lists the withdrawals, transfers, swaps and new accounts that only the copy has, and the withdrawals
  that only the copy has signed. Both are the owner's connections. The password of the copy is in PGPASSWORD, not in URL.
  Changes nothing without --book.

  --book   books each withdrawal again that is paid or may be: reserves its money and has the worker follow its payment. Ends
           with 1 where that failed for one
  --json   for programs
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      book: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [url] = positionals;
  if (values.help === true || url === undefined || values.since === undefined) return say(usage, 2);
  const since = readMoment(values.since);
  if (since === undefined)
    return say(`--since is a moment with its time zone, such as 2026-11-28T20:15:00Z\n${usage}`, 2);
  // Everybody on the machine reads the arguments of a program.
  if (hasPassword(url)) return say(`URL has a password\n${usage}`, 2);
  const config = loadConfigOf('migrate', readEnvironment(root, process.env));
  const [restored, aside] = [requireDatabase(config), url].map(open) as [Database, Database];
  try {
    const lost = await findLost({ restored, aside, since });
    const doubt = await doubtCopy({ restored, aside, since, lost });
    if (doubt !== undefined) return say(doubt, 2);
    const booked = values.book === true ? await bookLost({ restored, aside, lost }) : new Map<string, Booked>();
    const told = lost.map((thing) => ({ ...thing, booked: booked.get(thing.id) }));
    process.stdout.write(`${values.json === true ? JSON.stringify(told) : describe(told)}\n`);
    return [...booked.values()].some((became) => typeof became === 'object') ? 1 : 0;
  } finally {
    await Promise.all([restored.close(), aside.close()]);
  }
}

const open = (url: string): Database =>
  openDatabase({
    url,
    applicationName: 'find-lost',
    poolMax: 1,
    statementTimeoutMs: 0,
    onIdleError: () => undefined,
  });

const words: Readonly<Record<Rebooked, string>> = {
  followed: 'BOOKED AGAIN: the worker follows its payment on the chain',
  known: 'booked already',
  'needs-operators': 'BOOKED AGAIN: operators have to approve it once more, then the worker follows its payment',
  'no-account': 'NOT BOOKED: its person or wallet is not here',
  'not-covered': 'NOT BOOKED: the account has too little',
};

const sayBooked = (became: Booked): string =>
  typeof became === 'string' ? words[became] : `NOT BOOKED: ${became.failed}`;

function describe(lost: readonly (LostThing & { readonly booked: Booked | undefined })[]): string {
  if (lost.length === 0) return 'Nothing is lost.';
  const lines = lost.map(({ kind, id, personId, what, state, here, txId, at, booked }) => {
    const known = here === null ? '' : `, ${here} here`;
    const transaction = txId === null ? '' : `, transaction ${txId}`;
    const became = booked === undefined ? '' : `; ${sayBooked(booked)}`;
    return `  ${at.toISOString()}  ${kind.padEnd(8)} ${state.padEnd(10)} ${what}; person ${personId}, ${kind} ${id}${known}${transaction}${became}`;
  });
  return [`Lost: ${lost.length}`, ...lines].join('\n');
}

/** Of a refusal. */
function say(text: string, code: number): number {
  process.stderr.write(`${text.trimEnd()}\n`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
