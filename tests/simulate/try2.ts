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
try {
  installVirtualTime();
  const scene = await makeScene(process.env['TERN_TEST_DATABASE_URL']!);
  dump('scene'); console.log('scene', scene.startMs);
  for (const seed of process.argv.slice(3).map(Number)) for (const n of [1, 2]) {
    const out = await runSchedule(scene, drawPlan(seed));
    dump(`${seed}-${n}`); console.log(seed, n, out.digest.slice(0, 12), out.steps, out.violations);
  }
  await scene.close();
} finally { await tearDown(); }
