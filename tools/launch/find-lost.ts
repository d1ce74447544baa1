import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasPassword } from '@tern/base/login-url';
import { loadConfigOf } from '@tern/config/load-config';
import { requireOwnerLogin } from '@tern/config/require-database';
import { openDatabase, type Database } from '@tern/db/database';
import { readEnvironment } from '@tern/installation/environment';
import type { Rebooked } from '@tern/server/money/transfers/public';
import { bookLost } from './foreign-database/book-lost.ts';
import { findLost, type LostThing } from './foreign-database/find-lost.ts';

// `npm run find-lost -- URL --since MOMENT`: what people were told and a database that was set back does not know.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run find-lost -- URL --since MOMENT [--book] [--json]
  Compares the database in DATABASE_URL, which was set back to MOMENT (2026-11-28T20:15:00Z), with the copy at URL, which was
  restored further, and lists the withdrawals, transfers, swaps and new accounts that only the copy has. Both are the owner's
  connections. The password of the copy is in PGPASSWORD, not in URL. Changes nothing without --book.

  --book   reserves the money of each withdrawal again that is paid or may be, so that the worker recognises its payment
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
  const since = new Date(values.since);
  if (Number.isNaN(since.getTime())) return say(`--since is a moment such as 2026-11-28T20:15:00Z\n${usage}`, 2);
  // Everybody on the machine reads the arguments of a program.
  if (hasPassword(url)) return say(`URL has a password\n${usage}`, 2);
  const given = readEnvironment(root, process.env);
  const { databaseUrl, dataDir } = loadConfigOf('migrate', given);
  const login = requireOwnerLogin({ databaseUrl, dataDir: resolve(root, dataDir) }, given);
  const [restored, aside] = [login, url].map(open) as [Database, Database];
  try {
    const lost = await findLost({ restored, aside, since });
    const booked = values.book === true ? await bookLost({ restored, aside, lost }) : new Map<string, Rebooked>();
    const told = lost.map((thing) => ({ ...thing, booked: booked.get(thing.id) }));
    return say(values.json === true ? JSON.stringify(told) : describe(told), 0);
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
  held: 'RESERVED AGAIN: the worker recognises its payment',
  known: 'here meanwhile',
  'no-account': 'NOT BOOKED: its person or wallet is not here',
  'not-covered': 'NOT BOOKED: the account has too little',
};

function describe(lost: readonly (LostThing & { readonly booked: Rebooked | undefined })[]): string {
  if (lost.length === 0) return 'Nothing is lost.';
  const lines = lost.map(({ kind, id, personId, what, state, txId, at, booked }) => {
    const transaction = txId === null ? '' : `, transaction ${txId}`;
    const became = booked === undefined ? '' : `; ${words[booked]}`;
    return `  ${at.toISOString()}  ${kind.padEnd(8)} ${state.padEnd(10)} ${what}; person ${personId}, ${kind} ${id}${transaction}${became}`;
  });
  return [`Lost: ${lost.length}`, ...lines].join('\n');
}

function say(text: string, code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(`${text.trimEnd()}\n`);
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
