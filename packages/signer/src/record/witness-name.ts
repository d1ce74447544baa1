/** How many people a statement may name as witnesses. */
export const witnessesMax = 10;

const pattern = /^[\p{L}\p{M}\p{N} .,'’()-]{1,80}$/u;

/** Whether this is a name of a witness: one line that people can read, and no sign that turns the text around it. */
export function isWitnessName(name: unknown): name is string {
  return typeof name === 'string' && pattern.test(name);
}
