import { setup } from '@tern/testkit/database-global-setup';
import { writeFileSync } from 'node:fs';
import { installVirtualTime } from './virtual-time.ts';
import { makeScene } from './scene.ts';
import { drawPlan } from './plan.ts';
import { runSchedule } from './run-schedule.ts';
const tearDown = await setup();
process.on('unhandledRejection', (e) => console.log('UNHANDLED', e));
const g = globalThis as any;
const dump = (name: string) => { writeFileSync(`/tmp/sim-${process.argv[2]}-${name}.log`, (g.allLines ?? []).join('\n')); g.allLines = []; };
const nowMs = performance.now.bind(performance);
try {
  installVirtualTime();
  let t = nowMs();
  const scene = await makeScene(process.env['TERN_TEST_DATABASE_URL']!);
  console.log('scene', scene.startMs, Math.round(nowMs() - t), process.cpuUsage().user / 1000, (g.allLines ?? []).length);
  dump('scene');
  const times = new Map<number, number>();
  const all = new Map<string, number>();
  for (const seed of process.argv.slice(3).map(Number)) {
    const n = (times.get(seed) ?? 0) + 1; times.set(seed, n);
    t = nowMs(); const c = process.cpuUsage();
    const plan = drawPlan(seed);
    const out = await runSchedule(scene, plan);
    const cpu = process.cpuUsage(c);
    dump(`${seed}-${n}`);
    console.log(seed, n, out.digest.slice(0, 12), out.steps, 'ms', Math.round(nowMs() - t), 'cpu', Math.round((cpu.user + cpu.system) / 1000), 'deeds', plan.deeds.length, 'faults', plan.faults.length, Math.round(out.virtualMs/1000), out.violations);
    if (process.env.STOP && out.violations.length) break;
    for (const [k, v] of [...out.coverage, ...out.thrown]) all.set(k, (all.get(k) ?? 0) + v);
  }
  console.log(Object.fromEntries([...all].filter(([k]) => !k.startsWith('step '))));
  await scene.close();
} finally { await tearDown(); }
