import { execFile } from 'node:child_process';
import { mkdir, open, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';
import type { SmallDisk } from '../../campaigns/small-disk.ts';

const run = promisify(execFile);

/** From now on each write to the tables fails as it does on a full disk. Returns what gives them room again. */
export async function failWrites({ kysely }: Database, ...tables: readonly string[]): Promise<() => Promise<void>> {
  const execute = (query: string) => sql.raw(query).execute(kysely);
  await execute(
    `CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$`,
  );
  for (const table of tables)
    await execute(
      `CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION no_room()`,
    );
  return async () => void (await execute('DROP FUNCTION no_room CASCADE'));
}

/** Flips one bit of the last row in the first page of a table's file; a second call repairs it. Nobody may have the file open. */
export async function flipBit(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const [byte, position] = [Buffer.alloc(1), 8_192 - 60];
    await file.read(byte, 0, 1, position);
    byte.writeUInt8(byte.readUInt8() ^ 0b100);
    await file.write(byte, 0, 1, position);
  } finally {
    await file.close();
  }
}

/** Megabytes of the log of a database. */
export async function sizeOfLog(cluster: string): Promise<number> {
  const { stdout } = await run('du', ['-sm', join(cluster, 'pg_wal')]);
  return Number.parseInt(stdout, 10);
}

/** Moves the log of a database that does not run to a disk. */
export async function moveLog(cluster: string, disk: SmallDisk): Promise<void> {
  const [log, place] = [join(cluster, 'pg_wal'), join(disk.folder, 'pg_wal')];
  await run('cp', ['-a', log, place]);
  await rm(log, { recursive: true });
  await symlink(place, log);
}

/** Moves it back to where it was. */
export async function moveLogBack(cluster: string, disk: SmallDisk): Promise<void> {
  const log = join(cluster, 'pg_wal');
  await rm(log);
  await run('cp', ['-a', join(disk.folder, 'pg_wal'), log]);
}

/** A folder, empty from now on, lies on a disk. */
export async function moveFolder(path: string, name: string, disk: SmallDisk): Promise<void> {
  await rm(path, { recursive: true, force: true });
  const place = join(disk.folder, name);
  await mkdir(place);
  await symlink(place, path);
}
