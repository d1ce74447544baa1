import { setup } from '@tern/testkit/database-global-setup';
import { drawPlan } from './plan.ts';
import { runSchedule } from './run-schedule.ts';
import { makeScene } from './scene.ts';
import { installVirtualTime } from './virtual-time.ts';
const tearDown = await setup();
const nowMs = performance.now.bind(performance);
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e));
try {
  installVirtualTime();
  let t = nowMs();
  const scene = await makeScene(process.env['TERN_TEST_DATABASE_URL']!);
  console.log('scene', Math.round(nowMs() - t), process.cpuUsage().user / 1000, scene.startMs);
  for (let seed = Number(process.argv[2]); seed < Number(process.argv[2]) + Number(process.argv[3]); seed++) {
    t = nowMs();
    const c = process.cpuUsage();
    const out = await runSchedule(scene, drawPlan(seed));
    const cpu = process.cpuUsage(c);
    console.log(
      seed,
      Math.round(nowMs() - t),
      'cpu',
      Math.round((cpu.user + cpu.system) / 1000),
      out.steps,
      Math.round(out.virtualMs / 1000),
      out.digest.slice(0, 12),
      out.violations,
    );
    if (out.violations.length) console.log(out.tail.slice(-Number(process.argv[4] ?? 30)).join('\n'));
    if (process.argv[5]) console.log(Object.fromEntries(out.coverage), Object.fromEntries(out.thrown));
  }
  if (process.env.HIST) {
    const h = new Map<string, number>();
    for (const l of (globalThis as any).allLines) {
      const k = l.split(' ').slice(2).join(' ').slice(0, 70);
      h.set(k, (h.get(k) ?? 0) + 1);
    }
    console.log([...h].sort((a, b) => b[1] - a[1]).slice(0, 40));
  }
  await scene.close();
} finally {
  await tearDown();
}
