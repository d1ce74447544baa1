import { metricCatalogue, type MetricSample } from '../../house/metrics/public.ts';
import type { ProcessState } from '../../house/processes/public.ts';

/** What live processes tell of themselves, as far as it is a metric of this version. Pure. */
export function toldSamples(processes: readonly Pick<ProcessState, 'told'>[]): readonly MetricSample[] {
  return processes.flatMap(({ told }) =>
    told.flatMap(({ name, labels = {}, value }) => (isMetric(name) ? { name, labels, value } : [])),
  );
}

function isMetric(name: string): name is MetricSample['name'] {
  return Object.hasOwn(metricCatalogue, name);
}
