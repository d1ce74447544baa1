/** As the alarm about comparisons that do not come. */
const staleMs = 900_000;

/** Whether a comparison with the chain, made at `at` (ISO 8601), is too old at `nowMs` to say how it stands now. */
export function isOutOfDate(at: string, nowMs: number): boolean {
  return nowMs - Date.parse(at) > staleMs;
}
