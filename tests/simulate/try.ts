import { setup } from '@tern/testkit/database-global-setup';
import { installVirtualTime } from './virtual-time.ts';
import { makeScene } from './scene.ts';
const tearDown = await setup();
try {
  installVirtualTime();
  const t = performance.now();
  const scene = await makeScene(process.env['TERN_TEST_DATABASE_URL']!);
  console.log('scene', Math.round(performance.now() - t), scene.startMs, scene.hotAddress, scene.people.map((p) => p.address));
  await scene.close();
} finally { await tearDown(); }
