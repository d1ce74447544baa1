import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileContracts, renderArtifacts, targets } from '../../tools/compile-contracts.ts';

const root = new URL('../../', import.meta.url);

test.each(targets)('$output is what the compiler makes of $sources', ({ sources, output, optimize }) => {
  expect(readFileSync(new URL(output, root), 'utf8')).toBe(renderArtifacts(compileContracts({ sources, optimize })));
});
