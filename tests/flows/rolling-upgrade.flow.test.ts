import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '@tern/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { listReleases } from '../upgrade/release.ts';
import { rehearseUpgrade } from '../upgrade/rolling.ts';

// Goal: whoever runs the version before is upgraded while people use the wallet, and can go back, without one failed request.
// Method: the processes of the last kept release, from this repository's history, are replaced one by one under load.

const minutes = 60_000;

test(
  'X14 F-V1 people send, swap, deposit and read while the version before is replaced by this one, back, and by this one again',
  async () => {
    const version = (await listReleases()).at(-1) ?? '';
    const folder = await makeTemporaryFolder('tern-rolling-');
    const lines: string[] = [];
    try {
      const report = await rehearseUpgrade({
        version,
        folder,
        people: 3,
        seed: 1,
        pace: 1,
        progress: (line) => lines.push(line),
      });
      expect(report.violations).toEqual([]);
      const asked = Object.keys(report.sent).toSorted();
      expect(asked).toEqual(['api-1-former', 'api-1-today', 'api-2-former', 'api-2-today']);
      expect(report.acknowledged).toBeGreaterThan(30);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  10 * minutes,
);
