import type { SpawnOptions } from 'node:child_process';

export type Progress = {
  /** Adds what is being done right now to the line. */
  readonly detail: (text: string) => void;
  readonly done: (result?: string) => void;
  readonly failed: (result?: string) => void;
};

export function startProgress(label: string, stream?: NodeJS.WriteStream): Progress;

export function runWithProgress(
  label: string,
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<{ readonly code: number; readonly output: string }>;
