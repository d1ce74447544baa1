import { addressOf, machineNames, network, type MachineName } from './machines.ts';

/** How long each thing may take, in seconds; docs/operations/high-availability.md gives the reasons. */
export const patience = {
  /** A leader that is silent for so long has lost its place. */
  ttl: 20,
  loopWait: 1,
  retryTimeout: 5,
} as const;

export type ClusterPasswords = { readonly superuser: string; readonly replication: string; readonly bouncer: string };

/** Connections of all kinds together that one server allows; docs/operations/high-availability.md has the plan. */
export const connectionsMax = 120;

const serverParameters = {
  max_connections: connectionsMax,
  superuser_reserved_connections: 5,
  wal_level: 'replica',
  hot_standby: 'on',
  wal_log_hints: 'on',
  max_wal_senders: 10,
  max_replication_slots: 10,
  // A standby that was away for longer is made anew; without a limit it would fill the leader's disk.
  max_slot_wal_keep_size: '160MB',
  max_wal_size: '128MB',
  min_wal_size: '64MB',
  wal_keep_size: '64MB',
  shared_buffers: '96MB',
  synchronous_commit: 'on',
  // A peer that vanished without a word holds its locks until the server notices.
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 6_000,
  wal_sender_timeout: '6s',
  wal_receiver_timeout: '6s',
  wal_receiver_status_interval: '1s',
  // A new leader confirms nothing before a standby follows it.
  wal_retrieve_retry_interval: '200ms',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** What a member does for its backup, and where the cluster comes from where it is made anew. */
export type BackupSettings = {
  /** Such as `archive_command`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** In place of an empty database. */
  readonly restore?: {
    /** Puts the files of a copy into the place of the database. */
    readonly command: string;
    /** How they are brought forward; absent where the command has said so in the files. */
    readonly recovery?: Readonly<Record<string, string>>;
  };
};

type MemberSettings = {
  readonly folder: string;
  readonly postgresBin: string;
  readonly passwords: ClusterPasswords;
  readonly backup?: BackupSettings | undefined;
};

/** The settings of one member, in JSON, which is YAML too. */
export function patroniSettings(name: MachineName, { folder, postgresBin, passwords, backup }: MemberSettings): string {
  const address = addressOf(name);
  return JSON.stringify({
    scope: 'tern',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd3: { hosts: machineNames.map((each) => `${addressOf(each)}:2379`) },
    bootstrap: {
      ...bootstrapFrom(backup),
      dcs: {
        ttl: patience.ttl,
        loop_wait: patience.loopWait,
        retry_timeout: patience.retryTimeout,
        maximum_lag_on_failover: 0,
        synchronous_mode: true,
        // Without a standby nothing is confirmed: what is confirmed is on two machines.
        synchronous_mode_strict: true,
        // A leader that died is not waited for: the standby has everything.
        primary_start_timeout: 0,
        primary_stop_timeout: 5,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { ...serverParameters, ...backup?.parameters },
        },
      },
      initdb: [
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
        'data-checksums',
      ],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${folder}/${name}/data`,
      bin_dir: postgresBin,
      pgpass: `${folder}/${name}/pgpass`,
      parameters: { unix_socket_directories: `${folder}/${name}` },
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
        rewind: { username: 'postgres', password: passwords.superuser },
      },
      pg_hba: [
        // As Debian has it: the backup's program runs as the user of the database.
        ...(backup === undefined ? [] : ['local all,replication postgres peer']),
        'local all all scram-sha-256',
        `host replication replicator ${network} scram-sha-256`,
        `host all all ${network} scram-sha-256`,
      ],
    },
    tags: {},
  });
}

/** A method of its own instead of `initdb`. */
function bootstrapFrom(backup: BackupSettings | undefined): Readonly<Record<string, unknown>> {
  if (backup?.restore === undefined) return {};
  const { command, recovery } = backup.restore;
  return {
    method: 'restore',
    restore: {
      command,
      no_params: true,
      ...(recovery === undefined ? { keep_existing_recovery_conf: true } : { recovery_conf: recovery }),
    },
  };
}
