export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints what a check of something finds. The process ends with 1 where anything differs or cannot be read, and with 2 where
 * nothing was given to check.
 */
export async function tellFindings(
  given: string | undefined,
  { usage, verify }: { readonly usage: string; readonly verify: (given: string) => Promise<readonly string[]> },
): Promise<void> {
  if (given === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const found = await verify(given).catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
  for (const finding of found) say(finding);
  if (found.length > 0) process.exitCode = 1;
}
