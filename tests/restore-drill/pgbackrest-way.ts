import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresUser } from '../cluster/database-cluster.ts';
import type { Debian } from '../cluster/debian.ts';
import { runProgram } from '../cluster/programs.ts';
import type { BackupWay, Until } from './backup-way.ts';
import { sizeOf } from './size-of.ts';

const stanza = 'wallet';

/** Debian's pgBackRest, with its place for backups on a disk that all machines see. */
export function pgBackRestWay(debian: Debian, folder: string): BackupWay {
  const [place, settings] = [join(folder, 'backup'), join(folder, 'pgbackrest.conf')];
  const called = ['/usr/bin/pgbackrest', `--config=${settings}`, `--stanza=${stanza}`] as const;
  const restoreTo = (dataDir: string, until: Until): readonly [string, ...string[]] => [
    ...called,
    `--pg1-path=${dataDir}`,
    ...(until === 'end' ? [] : ['--type=time', `--target=${until.moment}`]),
    ...(until === 'end' ? [] : ['--target-action=promote']),
    'restore',
  ];
  return {
    name: 'pgbackrest',
    parameters: {
      archive_mode: 'on',
      // The folder of whoever runs it: the same words on every machine.
      archive_command: `${called.join(' ')} --pg1-path="$PWD" archive-push %p`,
    },
    prepare: () => {
      const { uid, gid } = findPostgresUser(debian.root);
      for (const path of [place, join(place, 'repo'), join(place, 'run')]) {
        mkdirSync(path);
        chownSync(path, uid, gid);
      }
      writeFileSync(settings, settingsText(place), { mode: 0o644 });
    },
    backUp: async (leader) => {
      const there = [`--pg1-path=${join(folder, leader, 'data')}`, `--pg1-socket-path=${join(folder, leader)}`];
      const run = (command: string): Promise<string> =>
        runProgram(debian, { machine: leader, command: [...called, ...there, command] });
      await run('stanza-create');
      // Waits until a file of the log has arrived.
      await run('check');
      await run('backup');
    },
    restore: (until) => {
      const dataDir = join(folder, 'pg1', 'data');
      const words = restoreTo(dataDir, until).map((word) => `"${word}"`);
      return { command: `sh -c 'mkdir --mode=700 ${dataDir} && exec ${words.join(' ')}'` };
    },
    restoreAside: async (dataDir) => {
      await runProgram(debian, { command: ['/bin/mkdir', '--mode=700', dataDir] });
      const [program, ...words] = restoreTo(dataDir, 'end');
      await runProgram(debian, { command: [program, '--target-timeline=current', ...words] });
    },
    size: async () => ({
      base: await sizeOf(join(place, 'repo', 'backup')),
      log: await sizeOf(join(place, 'repo', 'archive')),
    }),
  };
}

function settingsText(place: string): string {
  return `[global]
repo1-path=${place}/repo
repo1-retention-full=2
lock-path=${place}/run
log-level-file=off
start-fast=y
compress-type=zst
process-max=2
[${stanza}]
pg1-port=5432
pg1-user=postgres
pg1-database=postgres
`;
}
