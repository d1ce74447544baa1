import { metricCatalogue, type MetricName, type MetricSample } from './catalogue.ts';

/** Media type of the text that Prometheus reads. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** Prometheus' text form, each metric with its help and kind before its samples, in the catalogue's order. */
export function renderMetrics(samples: readonly MetricSample[]): string {
  const byName = Map.groupBy(samples, ({ name }) => name);
  return (Object.keys(metricCatalogue) as MetricName[])
    .flatMap((name) => {
      const own = byName.get(name);
      if (own === undefined) return [];
      const { help, kind } = metricCatalogue[name];
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...own.map(line)];
    })
    .map((text) => `${text}\n`)
    .join('');
}

function line({ name, part = '', labels = {}, value }: MetricSample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${part}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
