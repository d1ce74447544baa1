import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { assert } from '@tern/base/assert';
import { generate } from 'otplib';
import { median, type Bench, type Case, type CaseResult, type Round } from '../bench.ts';
import { openConnection, writeRequest, type Connection } from '../http-load.ts';
import { between, type ProcessorTime } from '../processor.ts';
import { hear, tell } from '../tell.ts';
import { tradePassword, type BenchPerson, type OpenedApi, type WholeSendOrder } from '../whole-send-order.ts';

const inFlight = 128;
/** Everything but the hash: milliseconds of processor time for each send. */
const processorGoalMs = 1.2;
/** What somebody waits at most for the reply to a confirmation, 99 times of 100. */
const waitGoalMs = 1_000;
const warmUpStorms = 12;

/** What one send took of each part. */
type Parts = { readonly draft: ProcessorTime; readonly confirmation: ProcessorTime };
type Storm = { readonly rate: number; readonly parts: Parts | undefined };
type Draft = { readonly id: string; readonly hash: string };

/**
 * Whole sends over HTTP to one api process: a draft, then its confirmation with the trade password and a code of the
 * authenticator. Once all at the same moment, once by people who think.
 */
export const wholeSends: Case = {
  name: 'whole-sends',
  run: async (bench) => {
    const script = fileURLToPath(new URL('../whole-send-api.ts', import.meta.url));
    const api = fork(script, [String(bench.sizes.wholeSenders)]);
    const ended = once(api, 'exit');
    try {
      const opened = (await hear(api)) as OpenedApi;
      const world = { api, ...opened, nowMs: 0 };
      // Fills caches and connections; its figures are thrown away.
      await storm(world);
      // Afterwards: told that tables are empty, the planner reads all of them at each check of a foreign key.
      await tell(api, 'analyze' satisfies WholeSendOrder);
      await storm(world);
      await warmUp(world);
      const rounds: BenchRound[] = [];
      for (let round = 0; round < bench.sizes.rounds; round += 1) {
        rounds.push(await measure(bench, world));
        bench.log(`  round ${round + 1} of ${bench.sizes.rounds}: ${describe(rounds)}`);
      }
      await tell(api, 'check' satisfies WholeSendOrder);
      return resultsOf(bench, rounds);
    } finally {
      if (api.connected) api.send('end' satisfies WholeSendOrder);
      await ended;
    }
  },
};

/**
 * Until a process has answered some thousands of sends, V8 compiles what it runs, and each send costs up to twice as much: a
 * start, not what a process carries.
 */
async function warmUp(world: World): Promise<void> {
  await tell(world.api, { hashes: 'cheap' } satisfies WholeSendOrder);
  for (let count = 0; count < warmUpStorms; count += 1) await storm(world);
  await tell(world.api, { hashes: 'real' } satisfies WholeSendOrder);
}

type World = OpenedApi & { readonly api: ChildProcess; nowMs: number };

type BenchRound = {
  readonly baseline: number | undefined;
  readonly real: Storm;
  /** The same with hashes that cost next to nothing: nothing waits for them, as where there are processors enough. */
  readonly cheap: Storm;
  readonly pacedMs: number;
};

async function measure({ sizes, pgbench }: Bench, world: World): Promise<BenchRound> {
  const baseline = await pgbench?.tpcB({ clients: 32, seconds: sizes.secondsPerRound });
  const real = await storm(world);
  await tell(world.api, { hashes: 'cheap' } satisfies WholeSendOrder);
  const cheap = await storm(world);
  await tell(world.api, { hashes: 'real' } satisfies WholeSendOrder);
  return { baseline, real, cheap, pacedMs: await sendWithThought(world, sizes.thinkMs) };
}

function resultsOf({ sizes }: Bench, rounds: readonly BenchRound[]): readonly CaseResult[] {
  const { wholeSenders, thinkMs } = sizes;
  const processor = rounds.flatMap(({ cheap: { parts } }): readonly Round[] =>
    parts === undefined ? [] : [{ measured: withoutHash(parts), baseline: processorGoalMs }],
  );
  const lower = { higherIsBetter: false, goal: 1 } as const;
  return [
    {
      id: 'whole-sends-storm',
      title: `${wholeSenders} people draft and confirm with their factors, ${inFlight} at a time, one api process`,
      unit: 'sends/s',
      baseline: 'TPC-B-like, 32 clients',
      goal: 0.05,
      stretch: 0.1,
      higherIsBetter: true,
      rounds: rounds.map(({ real, baseline }) => ({ measured: real.rate, baseline })),
      note: describe(rounds),
    },
    // The scheduler tells it on Linux alone.
    ...(processor.length === 0
      ? []
      : [
          {
            id: 'whole-sends-processor',
            title: 'processor time of the api and the database for each, without the hash and without waiting for it',
            unit: 'ms',
            baseline: `${processorGoalMs} ms`,
            stretch: 0.8,
            rounds: processor,
            ...lower,
          },
        ]),
    {
      id: 'whole-sends-paced',
      title: `the same by people who think, ${wholeSenders} in ${thinkMs / 1000} s: the 99th of 100 confirmations`,
      unit: 'ms',
      baseline: `${waitGoalMs} ms`,
      stretch: 0.5,
      rounds: rounds.map(({ pacedMs }) => ({ measured: pacedMs, baseline: waitGoalMs })),
      ...lower,
    },
  ];
}

/** Everybody sends once: all drafts, then all confirmations, so that each has its own figures. */
async function storm(world: World): Promise<Storm> {
  await nextStep(world);
  const drafts = new Map<BenchPerson, Draft>();
  const before = await readProcessor(world);
  const started = performance.now();
  await eachOf(world, async (connection, person) => {
    drafts.set(person, await draft(connection, person, receiverOf(world, person)));
  });
  const drafted = await readProcessor(world);
  await eachOf(world, async (connection, person) => {
    await confirm(connection, world, { person, draft: drafts.get(person) });
  });
  const seconds = (performance.now() - started) / 1000;
  const confirmed = await readProcessor(world);
  const count = world.people.length;
  return { rate: count / seconds, parts: partsOf(count, [before, drafted, confirmed]) };
}

function partsOf(
  count: number,
  [before, drafted, confirmed]: readonly [ProcessorTime | null, ProcessorTime | null, ProcessorTime | null],
): Parts | undefined {
  if (before === null || drafted === null || confirmed === null) return undefined;
  const each = ({ hashing, api, database }: ProcessorTime): ProcessorTime => ({
    hashing: hashing / count,
    api: api / count,
    database: database / count,
  });
  return { draft: each(between(before, drafted)), confirmation: each(between(drafted, confirmed)) };
}

/** Everybody's work once, in a closed loop over as many connections. */
async function eachOf(
  { port, people }: World,
  work: (connection: Connection, person: BenchPerson) => Promise<void>,
): Promise<void> {
  const left = [...people];
  const client = async (): Promise<void> => {
    const connection = await openConnection(port);
    try {
      for (let person = left.pop(); person !== undefined; person = left.pop()) await work(connection, person);
    } finally {
      connection.socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, people.length) }, client));
}

/**
 * Each person drafts at a moment of their own within `thinkMs`, reads what is shown for a tenth of it, and confirms. The
 * 99th of 100 confirmations took so many milliseconds.
 */
async function sendWithThought(world: World, thinkMs: number): Promise<number> {
  await nextStep(world);
  const waits = await Promise.all(
    world.people.map(async (person) => {
      await pause(Math.random() * thinkMs);
      const connection = await openConnection(world.port);
      try {
        const shown = await draft(connection, person, receiverOf(world, person));
        await pause((0.5 + Math.random()) * (thinkMs / 10));
        const asked = performance.now();
        await confirm(connection, world, { person, draft: shown });
        return performance.now() - asked;
      } finally {
        connection.socket.destroy();
      }
    }),
  );
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}

/** A code works once, so each send of a person needs one of a later step. */
async function nextStep(world: World): Promise<void> {
  world.nowMs = (await tell(world.api, 'next-step' satisfies WholeSendOrder)) as number;
}

const readProcessor = ({ api }: World): Promise<ProcessorTime | null> =>
  tell(api, 'read-processor' satisfies WholeSendOrder) as Promise<ProcessorTime | null>;

function receiverOf({ people }: World, sender: BenchPerson): BenchPerson {
  const at = people.indexOf(sender);
  const receiver = people[(at + 1 + Math.floor(Math.random() * (people.length - 1))) % people.length];
  assert(receiver !== undefined && receiver !== sender, 'a send is to somebody else');
  return receiver;
}

async function draft(connection: Connection, sender: BenchPerson, receiver: BenchPerson): Promise<Draft> {
  const { walletId, token } = sender;
  const acknowledged = ['first-time-person', 'first-time'];
  const send = { walletId, assetId: 'usdt', networkId: 'tron', to: receiver.address, amount: '1', acknowledged };
  return (await ask(connection, { path: '/api/transfers/drafts', token, body: send })) as Draft;
}

async function confirm(
  connection: Connection,
  { nowMs }: World,
  { person, draft: shown }: { readonly person: BenchPerson; readonly draft: Draft | undefined },
): Promise<void> {
  assert(shown !== undefined, 'what is confirmed was drafted');
  const epoch = Math.floor(nowMs / 1000);
  const authenticatorCode = await generate({ secret: person.authenticatorSecret, epoch });
  const body = { hash: shown.hash, tradePassword, authenticatorCode };
  await ask(connection, { path: `/api/transfers/drafts/${shown.id}/confirm`, token: person.token, body });
}

/** Asks again a quarter of a second later where the queue of the hashes is full. Throws when the answer is not 200. */
async function ask(
  connection: Connection,
  { path, token, body }: { readonly path: string; readonly token: string; readonly body: object },
): Promise<unknown> {
  const headers = { cookie: `session=${token}`, origin: 'http://localhost', 'idempotency-key': randomUUID() };
  const request = writeRequest({ path, headers, body: JSON.stringify(body) });
  let answer = await connection.ask(request);
  while (answer.startsWith('HTTP/1.1 503 ')) {
    await pause(250);
    answer = await connection.ask(request);
  }
  if (!answer.startsWith('HTTP/1.1 200 ')) throw new Error(`the API answered:\n${answer}`);
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
}

function withoutHash({ draft: made, confirmation }: Parts): number {
  return made.api + made.database + confirmation.api + confirmation.database;
}

/** The medians of the rounds, as text. */
function describe(rounds: readonly BenchRound[]): string {
  const rate = `${median(rounds.map(({ real }) => real.rate)).toFixed(0)} sends/s`;
  return [
    rate,
    describeParts(
      'processor time for each',
      rounds.map(({ real }) => real),
    ),
    describeParts(
      'with hashes that cost next to nothing',
      rounds.map(({ cheap }) => cheap),
    ),
  ].join('; ');
}

function describeParts(name: string, storms: readonly Storm[]): string {
  const parts = storms.flatMap((each) => each.parts ?? []);
  if (parts.length === 0) return `${name}: the system does not tell`;
  const of = (pick: (each: Parts) => number): string => `${median(parts.map(pick)).toFixed(2)} ms`;
  return [
    `${name}: draft api ${of((each) => each.draft.api)}, database ${of((each) => each.draft.database)};`,
    `confirmation api ${of((each) => each.confirmation.api)}, database ${of((each) => each.confirmation.database)},`,
    `hashing ${of((each) => each.confirmation.hashing)}`,
  ].join(' ');
}
