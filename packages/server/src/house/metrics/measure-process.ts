import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricSample } from './catalogue.ts';

const perSecond = 1e9;

/** How this process is doing; each question begins the time that the next one is about. */
export function measureProcess(): () => readonly MetricSample[] {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    // Not a number until something was measured.
    const worst = Number.isFinite(delay.percentile(99)) ? delay.percentile(99) / perSecond : 0;
    delay.reset();
    return [
      { name: 'wallet_resident_bytes', value: process.memoryUsage.rss() },
      { name: 'wallet_event_loop_delay_seconds', value: worst },
    ];
  };
}
