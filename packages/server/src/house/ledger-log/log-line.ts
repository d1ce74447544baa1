import type { LogHead } from '@tern/proofs/log/consistency';

/** What a statement says of the log; undefined where it says nothing. */
export function readLogLine(statement: string): LogHead | undefined {
  const [, size, hash] = /^log (\d+) ([0-9a-f]{64})$/m.exec(statement) ?? [];
  return size === undefined || hash === undefined ? undefined : { size: Number(size), hash };
}
