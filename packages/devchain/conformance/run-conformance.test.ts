import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { walletTable } from '../src/http/table.ts';
import { newPerson, startTestChain } from '../src/testing/test-chain.ts';

const script = new URL('run-conformance.ts', import.meta.url).pathname;

/** Runs the command against a node; how it ended and what it wrote. */
function runSuite(args: readonly string[]): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const child = execFile(process.execPath, [script, '--pause-ms', '0', ...args]);
  let text = '';
  child.stdout?.on('data', (chunk: string) => (text += chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, lines: text.split('\n') }));
  });
}

test('--help tells every option, and without a node there is nothing to compare', async () => {
  const { code, lines } = await runSuite(['--help']);
  expect(code).toBe(0);
  for (const option of ['--node', '--solidity', '--pause-ms', '--list', 'CONFORMANCE_KEY', 'CONFORMANCE_API_KEY']) {
    expect(lines.join('\n')).toContain(option);
  }
  expect((await runSuite([])).code).toBe(1);
});

test('--list names every path that is served, each with a case and its page', async () => {
  const { code, lines } = await runSuite(['--list']);
  expect(code).toBe(0);
  for (const path of walletTable.keys()) {
    expect(lines[lines.indexOf(path) + 1]).toMatch(/^ {2}\S.* \[.+\]$/);
  }
});

test('a node with two ports passes once --solidity names the second; without it, 405 is told', async () => {
  const { chain } = await startTestChain({ solidityPort: 0 });
  await chain.admin.faucetTrx(newPerson().address, 5n);
  await chain.admin.faucetToken('usdt', newPerson().address, 5n);
  await chain.admin.mine(20);

  const whole = await runSuite(['--node', chain.url, '--solidity', chain.solidityUrl]);
  expect(whole.lines.filter((line) => line.startsWith('FAIL'))).toEqual([]);
  expect(whole.lines).toContain('      CONFORMANCE_KEY is not set');
  expect(whole.lines.at(-2)).toMatch(/^\d+ ok, 0 failed, \d+ skipped$/);
  expect(whole.code).toBe(0);

  const half = await runSuite(['--node', chain.url]);
  expect(half.lines.join('\n')).toContain('/walletsolidity/getnowblock: 405 and no JSON but');
  expect(half.code).toBe(1);
});
