#!/usr/bin/env node
// Plain JavaScript on purpose: an older Node must get as far as telling what it lacks.
const nodeMajorMin = 24;
const nodeMajor = Number(process.versions.node.split('.')[0]);
if (nodeMajor < nodeMajorMin) {
  process.stderr.write(`tern-devchain needs Node ${nodeMajorMin} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
const { runCli } = await import('../src/cli.ts');
await runCli(process.argv.slice(2));
