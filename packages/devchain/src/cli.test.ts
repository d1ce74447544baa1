import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const bin = new URL('../bin/tern-devchain.mjs', import.meta.url).pathname;
const run = promisify(execFile);

async function runCli(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, [bin, ...args]);
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

test('--help tells every option and control and ends', async () => {
  const { code, stdout, stderr } = await runCli(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const word of [
    '--port',
    '--solidity-port',
    '--host',
    '--allow',
    '--seed',
    '--data',
    '--block-ms',
    '--manual',
    '--solid-lag',
    '--nodes',
    '/devchain/faucet',
  ]) {
    expect(stdout).toContain(word);
  }
});

test.each([
  [['--port', 'many'], '--port must be a whole number'],
  [['--block-ms', '1'], '--block-ms must be a whole number'],
  [['--switched-off', 'calls,light'], '--switched-off takes calls, estimates and internal'],
  [['--solidity-port', 'x'], '--solidity-port must be a whole number'],
  [['--nodes', '0'], '--nodes must be a whole number'],
  [['--manual', '--auto'], 'exclude each other'],
  [['--nonsense'], "Unknown option '--nonsense'"],
])('%j is refused in words', async (args, message) => {
  const { code, stderr } = await runCli(args);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});

test('--nodes serves one chain on several ports', async () => {
  const child = spawn(process.execPath, [bin, '--port', '0', '--manual', '--nodes', '2'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const urls = line.match(/http:\S+/g) ?? [];
  expect(urls).toHaveLength(2);
  await fetch(`${urls[0]}/devchain/mine`, { method: 'POST' });
  for (const url of urls) {
    expect(await (await fetch(`${url}/devchain/info`)).json()).toMatchObject({ height: 2 });
  }
});

test('--solidity-port gives each node a second port', async () => {
  const args = ['--port', '0', '--solidity-port', '0', '--manual', '--nodes', '2'];
  const child = spawn(process.execPath, [bin, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const urls = line.match(/http:[^\s)]+/g) ?? [];
  expect(new Set(urls).size).toBe(4);
  const statuses = await Promise.all(
    urls.map(async (url) => (await fetch(`${url}/walletsolidity/getnowblock`)).status),
  );
  expect(statuses).toEqual([405, 200, 405, 200]);
});
