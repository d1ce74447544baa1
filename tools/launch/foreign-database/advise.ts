import type { ForeignServer } from './look-at-server.ts';

/** What a command says where the database is one that others look after. */
export type Advice = {
  readonly lines: readonly string[];
  /** The server copies its log, and the last copy was made. Whether there is a base backup cannot be seen from here. */
  readonly inOrder: boolean;
};

const page = 'docs/operations/database-backup.md';

/** What makes a backup of this server, from what it says of itself; `fault` is why it says nothing. Pure. */
export function adviseBackup({
  place,
  folder,
  server,
  fault,
}: {
  /** Host and port, for people. */
  readonly place: string;
  /** Where a copy is to go. */
  readonly folder: string;
  readonly server: ForeignServer | undefined;
  readonly fault?: string | undefined;
}): Advice {
  const head = `DATABASE_URL names a server that this installation does not run (${place}). Its own tools copy it; this command copies nothing of it.`;
  if (server === undefined)
    return {
      lines: [
        head,
        `It could not be asked what it does for its backup: ${fault === undefined || fault === '' ? 'no answer' : fault}.`,
        ...steps(stepsWithoutServer),
      ],
      inOrder: false,
    };
  const inOrder = server.archive.on && !server.archive.failing && !server.recovering;
  return { lines: [head, ...describe(server), ...steps(stepsFor(server, { place, folder }))], inOrder };
}

/** What brings this server back. Pure. */
export function adviseRestore({ place }: { readonly place: string }): readonly string[] {
  return [
    `DATABASE_URL names a server that this installation does not run (${place}). Its own tools restore it; this command restores the pictures alone.`,
    ...steps([
      'Stop api, console and worker on every machine. Leave the signer and its store alone if they were not lost: the signer remembers what it signed since.',
      `Restore the server as ${page} says. Restore to the end of its log unless the log contains the disaster.`,
      'If the signer was lost too, run "npm run signer -- restore DIR" before you start it. It begins in quarantine.',
      'Run "npm run migrate -- --plan". It has to say that there is nothing to apply.',
      'Start the worker and the console. The worker reads the chain again from the block that the restored database had reached.',
      'If the log was not restored to its end, find what is lost as the page says before you start the api.',
      'Start the api.',
    ]),
  ];
}

/** What comes after the database was restored as it was at the time of its backup: nothing since is in the books. Pure. */
export function adviseAfterBackup({
  aside,
  madeAt,
}: {
  /** Where the files are that were in its place. */
  readonly aside: string | undefined;
  readonly madeAt: Date;
}): readonly string[] {
  const compare = `npm run find-lost -- --before "${aside ?? ''}" --since ${madeAt.toISOString()}`;
  return [
    `What happened since ${madeAt.toISOString()} is missing in the books. People have back in the books what has left on the chain, and must not be able to spend it.`,
    ...steps([
      'Do not start the installation with "npm start" yet. Start it with "npm start -- --without-api": nobody can log in.',
      ...(aside === undefined
        ? [
            'There were no earlier files, so nothing can say which withdrawals were paid. Wait until the worker has read the chain to its head, and look up each unknown-outflow of "npm run operator -- quarantine".',
          ]
        : [
            `Wait until the worker has read the chain to its head. See what is lost: ${compare}`,
            `Book the withdrawals that were paid again: ${compare} --book`,
          ]),
      'See that the money is right: "npm run operator -- reserves" and "npm run operator -- quarantine".',
      'Stop the installation, and start it with "npm start". Make a new backup into a new folder.',
    ]),
    'docs/operations/restore.md explains each step.',
  ];
}

const stepsWithoutServer = [
  'Give DATABASE_URL the owner’s login, and run this command again where the server can be reached.',
  `Follow ${page}.`,
];

function describe({ version, archive, standbys, checksums, recovering }: ForeignServer): readonly string[] {
  const copied =
    archive.copiedSecondsAgo === null
      ? 'no file copied since its counters began'
      : `last file copied ${describeAge(archive.copiedSecondsAgo)} ago`;
  const log = archive.on ? `on, ${copied}${archive.failing ? '; the last try FAILED' : ''}` : 'OFF';
  return [
    `  version                ${version}${recovering ? ', a standby or in recovery' : ''}`,
    `  copies of its log      ${log}`,
    ...(archive.command === '' ? [] : [`  command for that       ${archive.command}`]),
    `  standbys               ${standbys}`,
    `  data checksums         ${checksums ? 'on' : 'off'}`,
  ];
}

function stepsFor(
  { version, archive, recovering }: ForeignServer,
  { place, folder }: { readonly place: string; readonly folder: string },
): readonly string[] {
  const major = version.split('.')[0] ?? version;
  const [host = '', port = '5432'] = place.split(/:(?=\d+$)/);
  const usesPgBackRest = archive.command.includes('pgbackrest');
  return [
    ...(recovering ? ['Point DATABASE_URL at the server that leads.'] : []),
    ...(archive.on
      ? []
      : [`Have the server copy its log: ${page}#copy-the-log. Without it, everything since the last copy is lost.`]),
    ...(archive.on && archive.failing
      ? [
          'Read the server’s own log: it says why the last file of its log could not be copied. docs/operations/alarms/archive-fails.md helps.',
        ]
      : []),
    usesPgBackRest
      ? 'On the backup’s machine, run "pgbackrest --stanza=NAME backup" daily and "pgbackrest --stanza=NAME info" to see what is there. NAME is in the command above.'
      : `Copy the server daily, each time into a new folder, with the tools of PostgreSQL ${major}: pg_basebackup --host=${host} --port=${port} --username=LOGIN_WITH_REPLICATION --pgdata=${folder}/base --wal-method=stream --checkpoint=fast. With pgBackRest it is less work: ${page}.`,
    'Restore the copy on another machine every quarter, and time it: the page says how.',
  ];
}

const steps = (texts: readonly string[]): readonly string[] => [
  'What to do:',
  ...texts.map((text, at) => `  ${at + 1}. ${text}`),
];

function describeAge(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 120) return `${whole} s`;
  if (whole < 7_200) return `${Math.round(whole / 60)} min`;
  return `${Math.round(whole / 3_600)} h`;
}

/** Host and port of an address; a socket's folder where it leads to one. Pure. */
export function placeOf(address: string): string {
  const url = new URL(address);
  const host = url.hostname === '' ? (url.searchParams.get('host') ?? 'localhost') : url.hostname;
  return `${host}:${url.port === '' ? (url.searchParams.get('port') ?? '5432') : url.port}`;
}
