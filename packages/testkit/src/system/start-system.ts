import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@tern/base/clock';
import { publicUrl } from '@tern/config/addresses';
import { createMissingSecrets } from '@tern/config/create-secrets';
import { loadConfig } from '@tern/config/load-config';
import { loadSecrets } from '@tern/config/load-secrets';
import type { OperatorRole } from '@tern/contracts/routes/console-access';
import { openDatabase, type Database } from '@tern/db/database';
import { migrate } from '@tern/db/migrate';
import { setRolePasswords } from '@tern/db/roles';
import { buildWeb } from '@tern/installation/build-web';
import { runToEnd } from '@tern/installation/child-process';
import { compiledCodeFolder } from '@tern/installation/compiled-code';
import { stopLeftovers, writeRunFile } from '@tern/installation/leftovers';
import { withLocalContracts } from '@tern/installation/local-contracts';
import { planDevchain, planProcess, runFileOf, type Installation } from '@tern/installation/processes';
import { roleLogins, type RoleLogins } from '@tern/installation/role-urls';
import { openSigner } from '@tern/tron/signer-client';
import { sql } from 'kysely';
import { openOperatorDesk, type OperatorDesk } from '../operator-desk.ts';
import { inviteOperator } from '../operators.ts';
import { makeTemporaryFolder, takeAbandonedFolders } from '../temporary-folder.ts';
import { findContradictions } from './books.ts';
import { findBundles, type Entries } from './bundle-processes.ts';
import { openOwnChain, type ChainControl, type SystemChain } from './chain-control.ts';
import { fillTreasury } from './fill-treasury.ts';
import { freePorts } from './free-ports.ts';
import { findFurtherApis, type FurtherApis } from './further-apis.ts';
import { openInbox, type Inbox } from './inbox.ts';
import { openOutsideWallet, type Contracts, type OutsideWallet } from './outside-wallet.ts';
import { registerPerson, type Person } from './person.ts';
import { openProcesses, programOf, type FurtherApi, type Processes, type SystemProcess } from './processes.ts';
import { signerPlaceOf, type SignerPlace } from './signer-place.ts';
import { skipWaits } from './skip-waits.ts';
import { openGivenDatabase, openOwnDatabase, type GivenDatabase, type SystemDatabase } from './system-database.ts';
import { copySystemTemplate, findSystemTemplate } from './system-template.ts';
import { openTurningClock, type TurningClock } from './turning-clock.ts';

export type SystemOptions = {
  /** Settings beyond those of a fast test system. */
  readonly settings?: Readonly<Record<string, string>>;
  /** `by-themselves` (default): one each fifth of a second. `on-demand`: only those the test mines. */
  readonly blocks?: 'by-themselves' | 'on-demand';
  /** Serves the built wallet too, for browsers; builds it where the sources changed. */
  readonly web?: boolean;
  /** An empty database that runs already, in place of one of its own. */
  readonly database?: GivenDatabase;
  /** Folder with the data of a stopped installation to begin with; its database is brought to today's schema. */
  readonly data?: string;
  /**
   * Makes the signer ready for its first start, as people do in production; resolves with settings for it alone. The system
   * begins empty then.
   */
  readonly prepareSigner?: (place: SignerPlace) => Promise<Readonly<Record<string, string>>>;
  /**
   * Folder with the sources of a former version, for the signer, the workers and the api. The schema then stays the one that
   * `data` came with.
   */
  readonly formerRoot?: string | undefined;
};

/** A whole installation of its own: real processes, database and chain, in a temporary folder on free ports. */
export type System = Omit<SystemDatabase, 'url' | 'sessionUrl' | 'poolerUrl' | 'destroy'> & {
  /** Where the wallet and its API answer. */
  readonly url: string;
  /** Where a further process of the api answers; it takes `url` for the address of the wallet, as behind a balancer. */
  readonly furtherUrls: Readonly<Record<FurtherApi, string>>;
  readonly inbox: Inbox;
  readonly chain: SystemChain;
  readonly contracts: Contracts;
  /** The house's paying address. */
  readonly hotAddress: string;
  /** The clock of the api process. */
  readonly clock: TurningClock;
  readonly processes: Processes;
  /** The ways to the database that the processes have. */
  readonly logins: RoleLogins['urls'];
  /** The database with the owner's rights: for looking, and for what time alone would do. */
  readonly db: Database;
  /** What only time does otherwise: payments and treasury orders that wait for their next try are due at once. */
  readonly skipWaits: () => Promise<void>;
  /** The settings that its processes have, as they were given. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** The folder of all data. */
  readonly dataDir: string;
  /** The real command of the signer's machine; `input` is what it reads. */
  readonly signer: (args: readonly string[], input?: string) => { readonly code: number; readonly output: string };
  readonly register: (by: 'email' | 'phone') => Promise<Person>;
  readonly openOutsideWallet: (funds: Parameters<typeof openOutsideWallet>[1]) => Promise<OutsideWallet>;
  /** The real operator's command, which reads. */
  readonly operator: (args: readonly string[]) => Promise<{ readonly code: number; readonly output: string }>;
  /** Everything that contradicts itself or the chain once nothing is under way; empty when all is right. */
  /** An operator at the console, which starts with the first of them; who they are is arranged by the owner's rights. */
  readonly desk: (name: string, role: OperatorRole) => Promise<OperatorDesk>;
  readonly findContradictions: () => Promise<readonly string[]>;
  /** Ends all processes and removes the folder. */
  readonly stop: () => Promise<void>;
};

const root = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '');
const prefix = 'tern-system-';
const leftoverGraceMs = 5_000;
const neverMs = '60000';

const fastSettings = {
  TERN_PROFILE: 'test',
  DEVCHAIN_BLOCK_MS: '200',
  ADDRESS_POOL_FREE: '20',
  LOG_LEVEL: 'warn',
  // The house moves nothing by itself; tests of the treasury say otherwise.
  ENERGY_STAKE_TRX: '0',
  FEE_ACCOUNT_MIN_TRX: '0',
  SWEEP_FROM_USDT: '1000000000',
  SWEEP_FROM_TRX: '1000000000',
  SWEEP_FROM_REWARD: '1000000000',
  // A bonus waits so long for its person's country.
  COUNTRY_CORRECTION_MINUTES: '0',
  // Everybody in a test comes from one address.
  CODES_PER_IP_HOUR: '100000',
  CODES_PER_NETWORK_HOUR: '1000000',
  LOGINS_PER_IP_HOUR: '100000',
  LOGINS_PER_NETWORK_HOUR: '1000000',
};

/**
 * Starts it; resolves once the treasury is filled and the activation bonus is open. Begins as a copy of the run's
 * template where there is one, which leaves nothing to be filled.
 */
export async function startSystem(options: SystemOptions = {}): Promise<System> {
  for (const folder of await takeAbandonedFolders(prefix)) await removeSystem(folder);
  const dataDir = await makeTemporaryFolder(prefix);
  const stoppers: Stoppers = [() => rm(dataDir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    running.delete(stop);
    for (const end of stoppers.toReversed()) await end();
  };
  running.add(stop);
  try {
    if (options.web === true) await buildWeb(root);
    return { ...(await bringUp(dataDir, options, stoppers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What a system has opened, each with its end; the last one ends first. */
type Stoppers = (() => Promise<void>)[];

const running = new Set<() => Promise<void>>();

/** Ends all systems of this process, also those still starting: for a signal that ends the process itself. */
export async function stopAllSystems(): Promise<void> {
  await Promise.allSettled([...running].map((stop) => stop()));
}

async function bringUp(dataDir: string, options: SystemOptions, stoppers: Stoppers): Promise<Omit<System, 'stop'>> {
  const { data, blocks = 'by-themselves', prepareSigner } = options;
  const isBare = data === undefined && prepareSigner === undefined && options.database === undefined;
  const template = isBare ? findSystemTemplate() : undefined;
  const begun = data ?? template;
  if (begun !== undefined) await copySystemTemplate(begun, dataDir);
  const database =
    options.database === undefined ? await openOwnDatabase(dataDir) : openGivenDatabase(options.database);
  stoppers.push(database.destroy);
  const installation = await describe(dataDir, database, options.settings ?? {});
  const furtherApis = await findFurtherApis();
  createMissingSecrets(installation.secretsDir, installation.given);
  const logins =
    template === undefined
      ? await openRoles(installation, database, options.formerRoot === undefined)
      : roleLogins(installation, database.url);
  const db = openDatabase({ url: database.url, applicationName: 'test owner', onIdleError: () => undefined });
  stoppers.push(() => db.close());
  if (template !== undefined) await forgetTerms(db);
  const clock = openTurningClock(join(dataDir, 'api-clock'));
  const entries = findBundles();
  const { formerRoot } = options;
  const surroundings = { installation, logins, clock, blocks, entries, furtherApis, prepareSigner, formerRoot };
  const started = await startProcesses(surroundings, stoppers);
  const { processes, contracts } = started;

  const { config } = installation;
  const url = `http://localhost:${config.webPort}`;
  const chain = watchChain(openOwnChain(config), db);
  const inbox = openInbox(`http://127.0.0.1:${config.inboxHttpPort}`);
  const hotAddress = await readHotAddress(installation);
  if (begun === undefined) await fillTreasury(installation, logins.urls, chain);
  return {
    ...started,
    url,
    furtherUrls: furtherApis.urls,
    inbox,
    chain,
    hotAddress,
    clock,
    logins: logins.urls,
    db,
    crashDatabase: database.crashDatabase,
    failOver: database.failOver,
    whileDatabaseStops: database.whileDatabaseStops,
    whileDatabaseRuns: database.whileDatabaseRuns,
    skipWaits: () => skipWaits(db),
    dataDir,
    signer: (args, input = '') => runSigner(installation, args, input),
    register: (by) => registerPerson({ url, inbox, clock }, by),
    openOutsideWallet: (funds) => openOutsideWallet({ chain, contracts }, funds),
    operator: (args) => {
      if (entries.operator !== undefined) {
        const plan = planProcess(installation, 'worker', { DATABASE_URL: logins.urls.worker });
        return runToEnd({
          ...plan,
          args: [entries.operator, ...args],
          env: plan.env,
        });
      }
      const command = join(root, 'tools/launch/run-command.ts');
      return runToEnd({
        command: process.execPath,
        args: [command, 'worker', 'operator/src/start.ts', ...args],
        cwd: root,
        env: { ...(installation.given as Record<string, string>) },
      });
    },
    desk: async (name, role) => {
      if (!processes.isRunning('console')) await processes.start('console');
      const consoleUrl = `http://localhost:${config.consolePort}`;
      const { link } = await inviteOperator(db, { name, role, consoleUrl });
      const desk = openOperatorDesk({ consoleUrl });
      await desk.enrol(link);
      return desk;
    },
    findContradictions: () => findContradictions({ db, chain, contracts, hotAddress }),
  };
}

function runSigner({ given }: Installation, args: readonly string[], input: string): ReturnType<System['signer']> {
  const command = join(root, 'tools/launch/run-command.ts');
  const run = spawnSync(process.execPath, [command, 'signer', 'signer/src/command.ts', ...args], {
    cwd: root,
    env: { ...given },
    input,
    encoding: 'utf8',
  });
  return { code: run.status ?? 1, output: `${run.stdout}${run.stderr}`.trim() };
}

/** The template began with settings of its own: the system's are to be its first fees and limits. */
async function forgetTerms(db: Database): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`TRUNCATE terms`.execute(tx);
  });
}

async function describe(
  dataDir: string,
  database: SystemDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<Installation> {
  const [web, devchain, smtp, http, health, metrics, console, consoleMetrics, solidity, relay] = await freePorts(10);
  const given = {
    PATH: process.env['PATH'] ?? '',
    NODE_COMPILE_CACHE: compiledCodeFolder(root),
    ...fastSettings,
    DATA_DIR: dataDir,
    SIGNER_SOCKET: join(dataDir, 'signer.sock'),
    DATABASE_URL: database.url,
    ...(database.sessionUrl === undefined ? {} : { DATABASE_SESSION_URL: database.sessionUrl }),
    WEB_PORT: String(web),
    DEVCHAIN_PORT: String(devchain),
    // Two ports, as a stock java-tron node has them.
    DEVCHAIN_SOLIDITY_PORT: String(solidity),
    // Nothing waits for estimates; what a wallet cannot do without is switched on, as docs/operations/networks.md says.
    DEVCHAIN_SWITCHED_OFF: 'estimates',
    INBOX_SMTP_PORT: String(smtp),
    INBOX_HTTP_PORT: String(http),
    WORKER_HEALTH_PORT: String(health),
    API_METRICS_PORT: String(metrics),
    CONSOLE_PORT: String(console),
    CONSOLE_METRICS_PORT: String(consoleMetrics),
    LOCAL_RELAY_PORT: String(relay),
    ...settings,
  };
  return { root, config: loadConfig(given), given, dataDir, secretsDir: join(dataDir, 'secrets') };
}

async function openRoles(
  installation: Installation,
  { url, poolerUrl = url }: SystemDatabase,
  isToday: boolean,
): Promise<RoleLogins> {
  if (isToday) await migrate({ url });
  const logins = roleLogins(installation, poolerUrl);
  await setRolePasswords({ url, passwords: logins.passwords });
  return logins;
}

type SystemParts = {
  readonly installation: Installation;
  readonly logins: RoleLogins;
  readonly clock: TurningClock;
  readonly blocks: NonNullable<SystemOptions['blocks']>;
  readonly entries: Entries;
  readonly furtherApis: FurtherApis;
  readonly prepareSigner: SystemOptions['prepareSigner'];
  readonly formerRoot: SystemOptions['formerRoot'];
};

/** What a former version is started of; everything else is around it. */
const product: ReadonlySet<string> = new Set(['signer', 'worker', 'api', 'console']);

/** In the launcher's order: the chain first, because the signer pays from its contracts only. */
async function startProcesses(
  { installation, logins, clock, blocks, entries, furtherApis, prepareSigner, formerRoot }: SystemParts,
  stoppers: Stoppers,
): Promise<{ readonly processes: Processes; readonly contracts: Contracts; readonly settings: System['settings'] }> {
  let known = installation;
  const api = { DATABASE_URL: logins.urls.api, ...clock.env };
  const worker = { DATABASE_URL: logins.urls.worker };
  const own: Partial<Record<SystemProcess, Readonly<Record<string, string>>>> = {
    // The chain alone: the others go on looking as often as fast blocks would ask for.
    devchain: blocks === 'on-demand' ? { DEVCHAIN_BLOCK_MS: neverMs } : {},
    worker,
    'worker-2': { ...worker, ...furtherApis.secondWorker },
    api,
    'api-2': { ...api, ...furtherApis.envOf('api-2', publicUrl(installation.config)) },
    'api-3': { ...api, ...furtherApis.envOf('api-3', publicUrl(installation.config)) },
    console: { DATABASE_URL: logins.urls.console },
  };
  const runFile = runFileOf(installation);
  mkdirSync(join(installation.dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const processes = openProcesses(
    (name) => {
      const program = programOf(name);
      const isFormer = formerRoot !== undefined && product.has(program);
      const from = isFormer ? { ...known, root: formerRoot } : known;
      const plan = program === 'devchain' ? planDevchain(known) : planProcess(from, program, own[name]);
      const entry = isFormer ? undefined : entries[program];
      return {
        ...plan,
        name,
        logFile: join(installation.dataDir, 'logs', `${name}.log`),
        ...(entry === undefined ? {} : { args: [entry] }),
        env: { ...plan.env, ...own[name] },
      };
    },
    (pids) => writeRunFile(runFile, pids),
  );
  stoppers.push(processes.stopAll);
  await processes.start('devchain');
  known = { ...installation, given: await withLocalContracts(installation.given, installation.config) };
  if (prepareSigner !== undefined) own.signer = await prepareSigner(signerPlaceOf(known));
  await Promise.all((['inbox', 'relay', 'signer', 'worker', 'api'] as const).map((name) => processes.start(name)));
  const { USDT_CONTRACT: usdt = '', REWARD_CONTRACT: reward = '' } = known.given;
  return { processes, contracts: { usdt, reward }, settings: known.given };
}

async function readHotAddress({ config, secretsDir, given }: Installation): Promise<string> {
  const { 'signer-secret': secret } = loadSecrets(secretsDir, ['signer-secret'], given);
  return await openSigner({
    socketPath: config.signerSocket,
    secret,
    clock: systemClock,
    timeoutMs: 10_000,
  }).getHotAddress();
}

function watchChain(chain: ChainControl, db: Database): SystemChain {
  return {
    ...chain,
    unread: async () => {
      const { rows } = await sql<{ read: string }>`SELECT block_number AS read FROM deposit_cursor`.execute(db.kysely);
      const { height } = await chain.info();
      return height - Number(rows[0]?.read ?? height);
    },
  };
}

/** What a killed test run left behind. */
async function removeSystem(dataDir: string): Promise<void> {
  await stopLeftovers(runFileOf({ dataDir }), leftoverGraceMs);
  await (await openOwnDatabase(dataDir)).destroy();
  await rm(dataDir, { recursive: true, force: true });
}
