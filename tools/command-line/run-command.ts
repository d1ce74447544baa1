import { asksForHelp } from './read-arguments.ts';
import { UsageFault } from './usage.ts';

/**
 * Runs a command and ends the process with the code that it gives: 2 where it was called wrongly, or cannot run on this machine
 * (`Refused`), each with the reason. With `--help` it prints the usage and runs nothing.
 */
export async function runCommand(
  main: () => Promise<number>,
  { usage, Refused }: { readonly usage: string; readonly Refused?: new (message: string) => Error },
): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(usage);
    return;
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    if (error instanceof UsageFault) process.stderr.write(`${error.message}\n${usage}`);
    else if (Refused !== undefined && error instanceof Refused) process.stderr.write(`${error.message}\n`);
    else throw error;
    process.exitCode = 2;
  }
}
