import { median, ratioOf, type CaseResult } from './bench.ts';

const headings = ['case', 'ratio', 'rounds', 'goal', 'stretch', 'reached', 'measured', 'compared with'];

/** The results as a Markdown table, columns aligned. */
export function renderTable(results: readonly CaseResult[]): string {
  const rows = [headings, ...results.map(toCells)];
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = headings, ...body] = rows;
  const notes = results.flatMap(({ id, note }) => (note === undefined ? [] : [`${id}: ${note}`]));
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line), ...notes].join('\n');
}

function toCells(result: CaseResult): readonly string[] {
  const { rounds, unit, baseline, goal, stretch } = result;
  const ratio = ratioOf(result);
  const ratios = rounds.map(({ measured, baseline: other }) => (other === undefined ? NaN : measured / other));
  const bound = result.higherIsBetter ? '≥' : '≤';
  return [
    result.title,
    ratio === undefined ? '–' : ratio.toFixed(2),
    ratio === undefined ? '–' : `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, ${rounds.length}`,
    `${bound} ${goal}`,
    String(stretch),
    ratio === undefined ? '–' : reached(result, ratio),
    `${amount(median(rounds.map(({ measured }) => measured)))} ${unit}`,
    baseline,
  ];
}

function reached({ goal, stretch, higherIsBetter }: CaseResult, ratio: number): string {
  const is = (bound: number): boolean => (higherIsBetter ? ratio >= bound : ratio <= bound);
  if (is(stretch)) return 'stretch';
  return is(goal) ? 'yes' : 'no';
}

function amount(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}
