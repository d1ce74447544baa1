import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, runTool, type Gate } from './gate.ts';

/** The page that says what a program does about each code of the service API, which no app shows. */
const servicePage = 'docs/service-api.md';

/** Every problem code has a message for people or a row for programs, a route that declares it and a place that raises it. */
export const catalogueGate: Gate = {
  name: 'catalogue',
  run: async (root) => {
    const [all, common, service] = await Promise.all([
      codesOf(root, 'catalogue.ts', 'problemCatalogue'),
      codesOf(root, 'common.ts', 'commonProblems'),
      codesOf(root, 'service.ts', 'serviceProblems'),
    ]);
    if (all.length === 0) return ['the problem catalogue is empty'];
    const messages = textOf(root, ['apps/*/src/**/problem-*.{ts,tsx}']);
    const routes = textOf(root, ['packages/contracts/src/routes/*.ts']);
    const raisers = textOf(root, ['packages/server/src/**/*.ts', 'services/api/src/**/*.ts']);
    const page = readFileSync(join(root, servicePage), 'utf8');
    const unsaid = (code: string): readonly string[] => {
      if (service.includes(code)) return page.includes(`| \`${code}\` |`) ? [] : [`${code}: not on ${servicePage}`];
      return new RegExp(`\\b${code}:`).test(messages) ? [] : [`${code}: no app has a message for it`];
    };
    return all.flatMap((code) => [
      ...unsaid(code),
      ...(common.includes(code) || routes.includes(`'${code}'`) ? [] : [`${code}: no route declares it`]),
      ...(raisers.includes(`'${code}'`) ? [] : [`${code}: nothing raises it`]),
    ]);
  },
};

async function codesOf(root: string, file: string, name: string): Promise<readonly string[]> {
  const path = join(root, 'packages/contracts/src/problems', file);
  const script = `import { ${name} } from ${JSON.stringify(path)}; console.log(JSON.stringify(Object.keys(${name})));`;
  const result = await runTool(root, process.execPath, ['--input-type=module', '--eval', script]);
  if (result.code !== 0) throw new Error(`${file} cannot be read: ${result.stderr}`);
  return JSON.parse(result.stdout) as string[];
}

function textOf(root: string, patterns: readonly string[]): string {
  return listFiles(root, patterns)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
}
