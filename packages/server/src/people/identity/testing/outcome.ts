/** The code of a problem; of anything else that was thrown its words, which no test expects. */
export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error);

/** `right`, or the code of the problem that refused it. */
export const outcome = (work: Promise<unknown>): Promise<string> => work.then(() => 'right', codeOf);
