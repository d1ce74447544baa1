import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known; allowPositionals: true }>>;

/** Whether somebody only asks how a command is called. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

const help = { type: 'boolean', short: 'h' } as const;

/**
 * Reads the arguments of this process before its command does anything. With `--help` it prints the usage and ends the process
 * with 0. With an option that is not among `options`, or with fewer or more words than `words` allows, it says which one is
 * wrong and ends the process with 2.
 *
 * @param order.words the fewest and the most words beside the options; none without it
 */
export function readArguments<const Known extends Options = Record<never, never>>(order: {
  readonly usage: string;
  readonly options?: Known;
  readonly words?: readonly [fewest: number, most: number];
}): Read<Known> {
  const { usage, words: [fewest, most] = [0, 0] } = order;
  try {
    const read = parseArgs({ options: { ...order.options, help }, allowPositionals: true });
    const { values, positionals } = read;
    if ('help' in values) end(process.stdout, usage, 0);
    const [extra] = positionals.slice(most);
    if (extra !== undefined) throw new Error(`“${extra}” is one argument too many.`);
    if (positionals.length < fewest) throw new Error('An argument is missing.');
    // With `help` taken away, these are the options of the caller.
    return read as Read<Known>;
  } catch (error) {
    return end(process.stderr, `${error instanceof Error ? error.message : String(error)}\n${usage}`, 2);
  }
}

function end(stream: NodeJS.WriteStream, text: string, code: number): never {
  stream.write(`${text.trimEnd()}\n`);
  process.exit(code);
}
