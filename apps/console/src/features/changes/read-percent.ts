/** A percentage as typed, in hundredths of a percent: 1 to 10,000; undefined for anything else. */
export function readPercent(typed: string): number | undefined {
  const [, whole = '', hundredths = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  const basisPoints = Number(whole) * 100 + Number(hundredths.padEnd(2, '0'));
  return basisPoints >= 1 && basisPoints <= 10_000 ? basisPoints : undefined;
}
