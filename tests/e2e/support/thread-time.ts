import type { CDPSession } from '@playwright/test';

/** What is read of an event of Chromium's tracing. Times are microseconds; `tdur` is that of the processor. */
type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
};

/**
 * Records what the page's main thread does until the function returned is called: that one says for how many milliseconds a
 * processor worked for it between two of the page's own marks. Unlike the time that passes, this hardly grows when other
 * programs run.
 */
export async function recordThread(devtools: CDPSession): Promise<(from: string, to: string) => Promise<number>> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] },
  });
  return async (from, to) => {
    const ended = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
    await devtools.send('Tracing.end');
    await ended;
    const [start, end] = [from, to].map((mark) => events.find(({ name }) => name === mark));
    if (start === undefined || end === undefined) throw new Error(`no mark of ${from} or ${to} in the recording`);
    const tasks = events.filter(({ name, ph, pid, tid }) => {
      const isTask = name === 'RunTask' && ph === 'X';
      return isTask && pid === end.pid && tid === end.tid;
    });
    const worked = tasks.map(({ ts, dur = 0, tdur = 0 }) => {
      const within = Math.min(ts + dur, end.ts) - Math.max(ts, start.ts);
      return within > 0 && dur > 0 ? (tdur * within) / dur : 0;
    });
    return worked.reduce((sum, each) => sum + each, 0) / 1000;
  };
}
