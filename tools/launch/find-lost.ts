import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPassword } from '@tern/base/login-url';
import type { Rebooked } from '@tern/server/money/transfers/public';
import { readArguments } from '../command-line/read-arguments.ts';
import { bookLost, type Booked } from './foreign-database/book-lost.ts';
import { doubtCopy } from './foreign-database/doubt-copy.ts';
import { findLost, type LostThing } from './foreign-database/find-lost.ts';
import { isBooked } from './foreign-database/is-booked.ts';
import { openCopy, openMovedAside, type OpenedCopies } from './foreign-database/open-copies.ts';
import { readMoment } from './foreign-database/read-moment.ts';

// `npm run find-lost -- URL --since MOMENT`: what people were told and a database that was set back does not know.
const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const usage = `Usage: npm run find-lost -- URL --since MOMENT [--book] [--json]
       npm run find-lost -- --before DIR --since MOMENT [--book] [--json]
  Compares the database, which was set back to MOMENT (2026-11-28T20:15:00Z), with a copy that has later data, and lists the
  withdrawals, transfers, swaps and new accounts that only the copy has, and the withdrawals that only the copy has signed.
  Changes nothing without --book.

  URL            the copy of the database in DATABASE_URL, which was restored further. Both are the owner's connections. The
                 password of the copy is in PGPASSWORD, not in URL
  --before DIR   the files that "npm run restore" moved aside, for the database that "npm start" runs. The command starts a
                 server on them, which copies no log and changes no row, and stops it at the end
  --book         books each withdrawal again that is paid or may be: reserves its money and has the worker follow its payment.
                 Ends with 1 where one of them was not booked
  --json         for programs
`;

const options = {
  since: { type: 'string' },
  before: { type: 'string' },
  book: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

async function main(): Promise<number> {
  const { values, positionals } = readArguments({ usage, options, words: [0, 1] });
  const [url] = positionals;
  const { before } = values;
  if ((url === undefined) === (before === undefined) || values.since === undefined) return say(usage, 2);
  const since = readMoment(values.since);
  if (since === undefined)
    return say(`--since is a moment with its time zone, such as 2026-11-28T20:15:00Z\n${usage}`, 2);
  // Everybody on the machine reads the arguments of a program.
  if (url !== undefined && hasPassword(url)) return say(`URL has a password\n${usage}`, 2);
  const opened = await (url === undefined ? openMovedAside(root, resolve(before ?? '')) : openCopy(root, url));
  try {
    return await compare(opened, { since, book: values.book === true, json: values.json === true });
  } finally {
    await opened.close();
  }
}

async function compare(
  { restored, aside }: OpenedCopies,
  { since, book, json }: { readonly since: Date; readonly book: boolean; readonly json: boolean },
): Promise<number> {
  const lost = await findLost({ restored, aside, since });
  const doubt = await doubtCopy({ restored, aside, since, lost });
  if (doubt !== undefined) return say(doubt, 2);
  const booked = book ? await bookLost({ restored, aside, lost }) : new Map<string, Booked>();
  const told = lost.map((thing) => ({ ...thing, booked: booked.get(thing.id) }));
  process.stdout.write(`${json ? JSON.stringify(told) : describe(told)}\n`);
  return [...booked.values()].every(isBooked) ? 0 : 1;
}

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
