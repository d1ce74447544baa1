import { appendFileSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresUser } from '../cluster/database-cluster.ts';
import type { Debian } from '../cluster/debian.ts';
import { runProgram } from '../cluster/programs.ts';
import type { BackupWay } from './backup-way.ts';
import { sizeOf } from './size-of.ts';

/** PostgreSQL's own programs, with a folder on a disk that all machines see. */
export function baseBackupWay(debian: Debian, folder: string): BackupWay {
  const place = join(folder, 'backup');
  const [base, log] = [join(place, 'base'), join(place, 'log')];
  const fetchLog = { restore_command: `cp ${log}/%f "%p"` };
  return {
    name: 'pg_basebackup',
    parameters: {
      archive_mode: 'on',
      // One that is there already is the same one, or the command fails: a file of the log is never written over.
      archive_command: `if test -f ${log}/%f; then cmp -s "%p" ${log}/%f; else cp "%p" ${log}/%f.part && sync ${log}/%f.part && mv ${log}/%f.part ${log}/%f; fi`,
    },
    prepare: () => {
      const { uid, gid } = findPostgresUser(debian.root);
      for (const path of [place, log]) {
        mkdirSync(path);
        chownSync(path, uid, gid);
      }
    },
    backUp: async (leader) => {
      await rm(base, { recursive: true, force: true });
      const words = ['--username=postgres', `--pgdata=${base}`, '--wal-method=stream', '--checkpoint=fast'];
      const from = `--host=${join(folder, leader)}`;
      await runProgram(debian, {
        machine: leader,
        command: [`${debian.postgresBin}/pg_basebackup`, from, ...words],
      });
      await runProgram(debian, { command: [`${debian.postgresBin}/pg_verifybackup`, '--quiet', base] });
    },
    restore: (until) => ({
      command: `cp -a ${base} ${join(folder, 'pg1', 'data')}`,
      recovery: {
        ...fetchLog,
        recovery_target_action: 'promote',
        recovery_target_timeline: 'latest',
        ...(until === 'end' ? {} : { recovery_target_time: until.moment }),
      },
    }),
    restoreAside: async (dataDir) => {
      await runProgram(debian, { command: ['/bin/cp', '-a', base, dataDir] });
      const settings = `restore_command = '${fetchLog.restore_command}'\nrecovery_target_timeline = 'current'\n`;
      // Owned by the database's user already.
      appendFileSync(join(dataDir, 'postgresql.auto.conf'), settings);
      writeFileSync(join(dataDir, 'recovery.signal'), '');
    },
    size: async () => ({ base: await sizeOf(base), log: await sizeOf(log) }),
  };
}
