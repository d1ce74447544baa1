type Log = { readonly fatal: (fields: object, message: string) => void };

/**
 * What happens to uncaught error: it is logged as any other, in one line, and the process ends; whoever keeps it
 * starts it again. Without this Node would write it over several lines that no reader of the log understands.
 */
export function leaveLastWords(log: Log): void {
  const end = (error: unknown): void => {
    log.fatal({ err: error instanceof Error ? error : new Error(String(error)) }, 'uncaught error');
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
