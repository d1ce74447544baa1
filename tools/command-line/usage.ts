import { parseArgs, type ParseArgsConfig } from 'node:util';

/** A command was called wrongly; the message says how. */
export class UsageFault extends Error {}

/** `parseArgs`. @throws UsageFault */
export function parseOrder<const Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error));
  }
}

/** The whole number after `--name`, at least `least`. @throws UsageFault */
export function readCount(name: string, text: string | undefined, otherwise: number, least = 1): number {
  const count = text === undefined ? otherwise : Number(text);
  if (!Number.isSafeInteger(count) || count < least)
    throw new UsageFault(`--${name} is a whole number of at least ${least}`);
  return count;
}
