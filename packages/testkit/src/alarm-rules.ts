import { readFileSync } from 'node:fs';

export type AlarmRule = {
  readonly alert: string;
  readonly expr: string;
  /** Path of the page from the root of the repository. */
  readonly page: string;
};

const file = new URL('../../../deploy/prometheus/alarms.yml', import.meta.url);

/** The rules Prometheus is given. Read by their one shape; a rule of another shape is an error, not overlooked. */
export function readAlarmRules(): readonly AlarmRule[] {
  const text = readFileSync(file, 'utf8');
  const rules = [...text.matchAll(/- alert: (\w+)\n +expr: '(.+)'\n(?: +.+\n){4} +page: (\S+)\n/g)].map(
    ([, alert = '', expr = '', page = '']) => ({ alert, expr, page }),
  );
  if (rules.length !== text.split('- alert:').length - 1) throw new Error('a rule has another shape than the others');
  return rules;
}

type Reading = { readonly name: string; readonly labels: Readonly<Record<string, string>>; readonly value: number };

/** Reads what a process says to Prometheus. Throws at a line that Prometheus would refuse. */
export function readMetrics(text: string): readonly Reading[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === '' || Number.isNaN(Number(value))) throw new Error(`not a sample: ${line}`);
      return { name, labels: readLabels(labels), value: Number(value) };
    });
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', value = '']) => [label, value]),
  );
}

/**
 * Whether a rule's condition holds on what was read now, and for `increase` what was read before: the part of Prometheus'
 * language that our rules are written in, which is a comparison of one term or of the difference of two. Throws at
 * anything else.
 */
export function holds(expr: string, now: string, before = ''): boolean {
  const [, left = '', right, sign, limit] =
    /^(\S.*?)(?: - (\S.*?))? ([<>]) (\d+(?:\.\d+)?)$/.exec(expr) ?? unreadable(expr);
  const readings = { now: readMetrics(now), before: readMetrics(before) };
  const values = valuesOf(left, readings);
  const taken = right === undefined ? values.map(() => 0) : valuesOf(right, readings);
  return values.some((value, position) => {
    const difference = value - (taken[position] ?? 0);
    return sign === '<' ? difference < Number(limit) : difference > Number(limit);
  });
}

function valuesOf(
  term: string,
  { now, before }: { readonly now: readonly Reading[]; readonly before: readonly Reading[] },
): readonly number[] {
  const [, increase, name = '', labels = ''] =
    /^(increase\()?([a-z_]+)(?:\{(.*?)\})?(?:\[5m\]\))?$/.exec(term) ?? unreadable(term);
  const wanted = Object.entries(readLabels(labels));
  const pick = (readings: readonly Reading[]): readonly Reading[] =>
    readings.filter((each) => each.name === name && wanted.every(([label, value]) => each.labels[label] === value));
  if (increase === undefined) return pick(now).map(({ value }) => value);
  const earlier = pick(before);
  return pick(now).map(({ value, labels: own }) => {
    const start = earlier.find((each) => JSON.stringify(each.labels) === JSON.stringify(own));
    return value - (start?.value ?? 0);
  });
}

function unreadable(text: string): never {
  throw new Error(`not a condition of the kind our rules have: ${text}`);
}
