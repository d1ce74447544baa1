export { callsPerMinute, guardCalls, refusalsPerMinute, type GuardCalls } from './guard-calls.ts';
export type { ServiceContext } from './service-context.ts';
