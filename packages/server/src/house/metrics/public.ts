export { metricCatalogue, type MetricSample } from './catalogue.ts';
export { measureProcess } from './measure-process.ts';
export { measureRequests, type RequestMeasure } from './measure-requests.ts';
export { measureState, type MeasureStateDeps } from './measure-state.ts';
export { metricsType, renderMetrics } from './render-metrics.ts';
