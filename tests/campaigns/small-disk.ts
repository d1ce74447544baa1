import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '@tern/db/database';
import { sql } from 'kysely';

const run = promisify(execFile);

/** A disk of a few megabytes that can be filled to the last byte. */
export type SmallDisk = {
  readonly folder: string;
  /** Leaves no byte free. */
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  /** To be called once nobody uses it any more. */
  readonly unmount: () => Promise<void>;
};

const ballastName = 'ballast';

/** Mounts one; undefined where this user may mount nothing. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'tern-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tern-small-disk', folder]);
  } catch {
    await rmdir(folder);
    return undefined;
  }
  const ballast = join(folder, ballastName);
  return {
    folder,
    fill: async () => {
      const file = await open(ballast, 'a');
      try {
        await writeUntilFull(file);
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
    unmount: async () => {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}

/** Mounts one and moves every table and index of the database there. Needs root, because mounting does. */
export async function moveToSmallDisk(db: Database, megabytes: number): Promise<SmallDisk> {
  const disk = await mountSmallDisk(megabytes);
  if (disk === undefined) throw new Error('this campaign mounts a small disk and has to be run as root');
  await moveTables(db, disk);
  return disk;
}

/** Moves every table and index of the database to a disk. */
export async function moveTables(db: Database, { folder }: SmallDisk): Promise<void> {
  const tables = join(folder, 'tables');
  await run('mkdir', ['-m', '700', tables]);
  await giveToServer(db, tables);
  await sql.raw(`CREATE TABLESPACE small_disk LOCATION '${tables}'`).execute(db.kysely);
  const { rows } = await sql<{ move: string }>`
    SELECT format('ALTER %s %s SET TABLESPACE small_disk', CASE relkind WHEN 'r' THEN 'TABLE' ELSE 'INDEX' END, oid::regclass) AS move
    FROM pg_class
    WHERE relkind IN ('r', 'i') AND reltablespace = 0 AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`.execute(
    db.kysely,
  );
  // Each by itself: one statement for all locks some and waits for others, and the running worker may wait the other way round.
  for (const { move } of rows) await sql.raw(move).execute(db.kysely);
}

/** The user the server runs as owns the folder from now on. */
async function giveToServer(db: Database, folder: string): Promise<void> {
  const { rows } = await sql<{ path: string }>`SELECT current_setting('data_directory') AS path`.execute(db.kysely);
  const { uid, gid } = await stat(rows[0]?.path ?? '/');
  await chown(folder, uid, gid);
}

async function writeUntilFull(file: Awaited<ReturnType<typeof open>>): Promise<void> {
  for (let size = 65_536; size >= 1;) {
    try {
      const { bytesWritten } = await file.write(Buffer.alloc(size));
      if (bytesWritten < size) size = Math.floor(size / 2);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      size = Math.floor(size / 2);
    }
  }
}
