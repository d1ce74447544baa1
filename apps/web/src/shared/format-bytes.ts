import { formatUnit } from './format-unit.ts';

const steps = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in bytes in the largest unit that leaves a whole one, for example `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const places = step === 0 ? 0 : 1;
  return formatUnit(bytes / 1000 ** step, steps[step] ?? 'byte', { unitDisplay: 'short', places });
}
