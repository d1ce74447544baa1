import { expect, test } from 'vitest';
import { adviseAfterBackup, adviseBackup, adviseRestore, placeOf } from './advise.ts';
import type { ForeignServer } from './look-at-server.ts';

const well: ForeignServer = {
  version: '17.12',
  archive: { on: true, command: 'pgbackrest --stanza=wallet archive-push %p', copiedSecondsAgo: 34, failing: false },
  recovering: false,
  standbys: 2,
  checksums: true,
};
const place = 'db.example.com:5433';
const advise = (server: ForeignServer | undefined, fault?: string) =>
  adviseBackup({ place, folder: '/backup', server, fault });
const textOf = ({ lines }: ReturnType<typeof advise>): string => lines.join('\n');

test('a server that copies its log is in order, and its own tool is named', () => {
  const advice = advise(well);
  expect(advice.inOrder).toBe(true);
  expect(textOf(advice)).toContain('on, last file copied 34 s ago');
  expect(textOf(advice)).toContain('pgbackrest --stanza=NAME backup');
  expect(textOf(advice)).not.toContain('pg_basebackup');
});

test('without pgBackRest the command names host, port, folder and the version of its tools', () => {
  const text = textOf(advise({ ...well, archive: { ...well.archive, command: 'cp %p /archive/%f' } }));
  expect(text).toContain('tools of PostgreSQL 17: pg_basebackup --host=db.example.com --port=5433');
  expect(text).toContain('--pgdata=/backup/base');
});

test('a log that is not copied, a copy that fails, a standby and a server without an answer are not in order', () => {
  const off = advise({ ...well, archive: { ...well.archive, on: false, copiedSecondsAgo: null } });
  expect([off.inOrder, textOf(off)]).toEqual([false, expect.stringContaining('Have the server copy its log')]);
  const failing = advise({ ...well, archive: { ...well.archive, failing: true } });
  expect([failing.inOrder, textOf(failing)]).toEqual([false, expect.stringContaining('the last try FAILED')]);
  const standby = advise({ ...well, recovering: true });
  expect([standby.inOrder, textOf(standby)]).toEqual([false, expect.stringContaining('the server that leads')]);
  const silent = advise(undefined, '');
  expect([silent.inOrder, textOf(silent)]).toEqual([false, expect.stringContaining('no answer.')]);
});

test('a restore leaves the signer alone, and the api comes last', () => {
  const lines = adviseRestore({ place });
  expect(lines.join('\n')).toContain('Leave the signer and its store alone');
  expect(lines.at(-1)).toContain('Start the api.');
});

test('a place is said without the login', () => {
  expect(placeOf('postgres://owner:secret@db.example.com/wallet')).toBe('db.example.com:5432');
  expect(placeOf('postgres:///wallet?host=/run/postgresql&port=6000')).toBe('/run/postgresql:6000');
});

test('after a restore to the time of the backup, nobody logs in until what was paid is booked again', () => {
  const madeAt = new Date('2026-11-28T20:15:00Z');
  const aside = '/data/database/cluster.before-x';
  const text = adviseAfterBackup({ aside, madeAt }).join('\n');
  const compare = `npm run find-lost -- --before "${aside}" --since 2026-11-28T20:15:00.000Z`;
  const order = ['npm start -- --without-api', compare, `${compare} --book`, 'operator -- reserves', 'a new backup'];
  const places = order.map((step) => text.indexOf(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const bare = adviseAfterBackup({ aside: undefined, madeAt }).join('\n');
  expect(bare).not.toContain('find-lost');
  expect(bare).toContain('look up each unknown-outflow');
});
