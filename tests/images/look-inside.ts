import { setImmediate as letOthers } from 'node:timers/promises';
import { until } from '@tern/testkit/system/until';
import type { Engine } from '../../tools/images/engine.ts';
import { processNames, type Compose } from './compose.ts';
import type { Closable } from './gateway.ts';

const slowMs = 120_000;

/** What a process sees of itself: tried in its container, by the Node of the image. */
const probe = `
const { readFileSync, writeFileSync } = require('node:fs');
const write = (path) => { try { writeFileSync(path, 'x'); return 'written'; } catch (error) { return error.code; } };
const status = readFileSync('/proc/self/status', 'utf8');
const field = (name) => new RegExp('^' + name + ':\\\\s*(\\\\S+)', 'm').exec(status)?.[1];
import('/opt/wallet/packages/images/src/decoder-command.ts').then(({ findDecoderCommand }) => {
  const { file, args } = findDecoderCommand();
  console.log(JSON.stringify({
    uid: process.getuid(), code: write('/opt/wallet/x'), system: write('/usr/x'), etc: write('/etc/x'),
    capabilities: field('CapEff'), bounding: field('CapBnd'), seccomp: field('Seccomp'), gains: field('NoNewPrivs'),
    decoder: [file, ...args].filter((each) => each === 'unshare' || each === 'prlimit'),
  }));
});
`;

/** As whom the processes run and what is shut to them; what is not as it should be, as sentences. */
export function lookInside(engine: Engine, compose: Compose): readonly string[] {
  const violations: string[] = [];
  for (const name of processNames) {
    const container = compose.containerOf(name);
    const seen: unknown = JSON.parse(engine.run('podman', 'exec', container, '/usr/local/bin/node', '-e', probe));
    const wanted = {
      uid: 10_001,
      code: 'EROFS',
      system: 'EROFS',
      etc: 'EROFS',
      capabilities: '0000000000000000',
      bounding: '0000000000000000',
      seccomp: '2',
      gains: '1',
      decoder: ['unshare', 'prlimit'],
    };
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) violations.push(`${name}: ${JSON.stringify(seen)}`);
  }
  return violations;
}

/** What operators ask of containers that run: the links of the first two, and what waits for their signatures. */
export async function tryCommands(compose: Compose): Promise<readonly string[]> {
  const links = (await compose.command('console', 'operator', 'invite-first')).match(/^https:.*\/enrol#/gm)?.length;
  const waiting = (await compose.command('signer-1', 'signer', 'approvals')).trim();
  return [
    ...(links === 2 ? [] : [`invite-first showed ${links ?? 0} links`]),
    ...(waiting === '[]' ? [] : [`the new signer has approvals: ${waiting}`]),
  ];
}

/** From the newest start of a process's container to its line that says it serves. */
export async function readStartSeconds(compose: Compose, engine: Engine, name: string): Promise<number> {
  const startedMs = Date.parse(compose.inspect(name).State.StartedAt);
  const readyMs = await until(
    `${name} is ready`,
    () => {
      const log = engine.run('podman', 'logs', '--timestamps', compose.containerOf(name));
      const times = [...log.matchAll(/^(\S+) .*\{"ready":true/gm)].map(([, time = '']) => Date.parse(time));
      return times.find((time) => time >= startedMs);
    },
    slowMs,
  );
  return Math.round((readyMs - startedMs) / 10) / 100;
}

/** Stops one api under load, then everything; nobody may get an error, and every process has to end in order. */
export async function stopInOrder(compose: Compose, engine: Engine, { port }: Closable): Promise<readonly string[]> {
  const wrong: string[] = [];
  let isOver = false;
  let answered = 0;
  const read = async (): Promise<void> => {
    while (!isOver) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
      answered += 1;
      if (answer.status !== 200) wrong.push(`a reader got ${answer.status} while an api stopped`);
      await letOthers();
    }
  };
  const readers = Promise.all([read(), read(), read(), read()]);
  await engine.runLong('Stopping an api under load', 'podman', 'stop', '--time', '60', compose.containerOf('api-1'));
  isOver = true;
  await readers;
  if (answered < 20) wrong.push(`only ${answered} reads were made meanwhile`);
  const containers = processNames.map(compose.containerOf);
  await engine.runLong('Stopping everything', 'podman', 'stop', '--time', '60', ...containers);
  for (const name of processNames) {
    const { Status: status, ExitCode: code } = compose.inspect(name).State;
    if (status !== 'exited' || code !== 0) wrong.push(`${name} is ${status} with ${code}`);
  }
  return wrong;
}
