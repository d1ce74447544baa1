import type { MachineName } from '../cluster/machines.ts';
import type { BackupSettings } from '../cluster/patroni-settings.ts';

/** How far a copy is brought forward: to the end of its log, or to a moment as PostgreSQL writes it. */
export type Until = 'end' | { readonly moment: string };

/** One way to back up a PostgreSQL that is not ours, as docs/operations/database-backup.md describes it. */
export type BackupWay = {
  readonly name: 'pgbackrest' | 'pg_basebackup';
  readonly parameters: BackupSettings['parameters'];
  /** Makes the place of the backup; called once the machines are there. */
  readonly prepare: () => void;
  /** A base backup of whoever leads, checked where the way can. */
  readonly backUp: (leader: MachineName) => Promise<void>;
  /** What brings a whole cluster back. */
  readonly restore: (until: Until) => NonNullable<BackupSettings['restore']>;
  /** Puts the files of a copy into a folder, to be brought forward there along its own history; for a look beside the cluster. */
  readonly restoreAside: (dataDir: string) => Promise<void>;
  /** What the place of the backup holds: base backups and log. */
  readonly size: () => Promise<{ readonly base: number; readonly log: number }>;
};
