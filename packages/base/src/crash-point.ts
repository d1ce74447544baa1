/**
 * Named places where a process may die. In production they do nothing; tests arm one by name (`TERN_CRASH_AT=w7`, or
 * `w7:3` for the third time it is passed) and the process kills itself there with SIGKILL, so that no handler softens
 * the fall.
 * The names are those of the fault matrix: d0–d7 for deposits and sweeps, t0–t5 for the house's other orders, b0 and b1 for
 * what is paid back out of suspense, w0–w13 for withdrawals, s0–s3 for swaps, r0–r5 for distributions, a0–a3 for
 * activities, h0–h2 for webhooks.
 */
export type CrashPoint =
  | `a${0 | 1 | 2 | 3}`
  | `d${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `t${0 | 1 | 2 | 3 | 4 | 5}`
  | `b${0 | 1}`
  | `h${0 | 1 | 2}`
  | `s${0 | 1 | 2 | 3}`
  | `r${0 | 1 | 2 | 3 | 4 | 5}`
  | `w${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13}`;

const [armed, passage = '1'] = (process.env['TERN_CRASH_AT'] ?? '').split(':');
let passagesLeft = Number(passage);

export function crashPoint(name: CrashPoint): void {
  if (armed !== name) return;
  passagesLeft -= 1;
  if (passagesLeft === 0) process.kill(process.pid, 'SIGKILL');
}
