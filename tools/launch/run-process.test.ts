import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { processEnv } from '@tern/testkit/process-env';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

// Goal: whoever ends `npm run process` by the id of npm ends the process itself, in order. Method: the signer, because it
// needs no database. It holds the other end of a pipe until it has ended, whoever started it.
const root = fileURLToPath(new URL('../..', import.meta.url));
let dataDir = '';

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'run-process-'));
  mkdirSync(join(dataDir, 'secrets'));
  const secrets = {
    'signer-secret': randomBytes(32).toString('base64url'),
    'signer-passphrase': 'correct horse battery',
  };
  for (const [name, value] of Object.entries(secrets))
    writeFileSync(join(dataDir, 'secrets', name), value, { mode: 0o600 });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test.each(['SIGTERM', 'SIGINT'] as const)(
  'npm passes %s on, and ends with the exit code of the process',
  async (signal) => {
    const npm = spawn('npm', ['run', '--silent', 'process', '--', 'signer'], {
      cwd: root,
      env: {
        ...processEnv(),
        TERN_PROFILE: 'test',
        DATA_DIR: dataDir,
        SIGNER_SOCKET: join(dataDir, 's.sock'),
        USDT_CONTRACT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
        REWARD_CONTRACT: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own: what an end of npm alone would leave behind can be ended with the group.
      detached: true,
    });
    onTestFinished(() => endGroup(npm.pid));
    const lines = createInterface(npm.stdout);
    const ended = once(npm, 'exit');
    const [line] = (await once(lines, 'line')) as [string];
    expect(JSON.parse(line)).toMatchObject({ ready: true, state: 'active' });
    const closed = once(lines, 'close');
    npm.kill(signal);
    expect(await ended).toEqual([0, null]);
    await closed;
  },
);

/** Whatever of the group still runs; after an orderly end nothing does. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
