import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installation } from '../installation.ts';

const root = new URL('../../..', import.meta.url).pathname;

export type Said = { readonly done: boolean; readonly text: string };

/** Runs `npm run operator -- …` as the operator of this installation would. */
export async function operator(...args: string[]): Promise<Said> {
  const env = { ...process.env, ...installation };
  try {
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'operator', '--', ...args], {
      cwd: root,
      env,
    });
    return { done: true, text: stdout.trim() };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { done: false, text: `${stdout}${stderr}`.trim() };
  }
}

/** The line of the list of reviews about the send to this address, and the id operators know it by. */
export async function findReview(toAddress: string): Promise<{ readonly id: string; readonly line: string }> {
  const { text } = await operator('reviews');
  const line = text.split('\n').find((each) => each.includes(toAddress));
  if (line === undefined) throw new Error(`no review of a send to ${toAddress}: ${text}`);
  return { id: line.split(' ')[0] ?? '', line };
}
