import { boundaryRules, type BoundaryRule } from './boundary-rules.ts';
import { listFiles, type Gate } from './gate.ts';
import { findCycles, findWay, readModuleGraph, type ModuleGraph } from './module-graph.ts';

const sources = ['{packages,services,apps}/*/{src,build,tools,conformance}/**/*.{ts,tsx}', '{tests,tools}/**/*.ts'];

/** Import directions inside and between packages, cycles, and imports that lead nowhere. Types count like values. */
export const boundariesGate: Gate = {
  name: 'boundaries',
  run: async (root) => {
    const files = listFiles(root, sources).filter((file) => !file.startsWith('tools/runtime/'));
    const graph = await readModuleGraph(root, files);
    const edges = [...graph.values()].reduce((sum, imports) => sum + imports.length, 0);
    return [
      // A gate that reads nothing finds nothing: there are always more imports than files.
      ...(files.length < 50 || edges < files.length ? [`only ${edges} imports found in ${files.length} files`] : []),
      ...boundaryRules.flatMap((rule) => breachesOf(rule, graph)),
      ...findCycles(graph).map(
        (cycle) => `${cycle.join(', ')}: no-cycles. Modules that need each other are one module, or miss a third.`,
      ),
      ...[...graph].flatMap(([file, imports]) =>
        imports
          .filter(({ resolved }) => !resolved)
          .map(
            ({ specifier }) => `${file} → ${specifier}: resolvable. What cannot be followed would escape every rule.`,
          ),
      ),
    ];
  },
};

function breachesOf(rule: BoundaryRule, graph: ModuleGraph): readonly string[] {
  return [...graph].flatMap(([file, imports]) => {
    const from = rule.from.exec(file);
    if (from === null) return [];
    const to = new RegExp(rule.to.replaceAll(/\$(\d)/g, (_, group: string) => from[Number(group)] ?? ''));
    const except = rule.except === undefined ? undefined : new RegExp(rule.except);
    const isBreach = (target: string): boolean => to.test(target) && except?.test(target) !== true;
    if (rule.reachable === true) {
      const way = findWay(graph, file, isBreach);
      return way === undefined ? [] : [`${way.join(' → ')}: ${rule.name}. ${rule.reason}`];
    }
    return imports
      .filter((each) => each.file !== undefined && isBreach(each.file))
      .map((each) => `${file} → ${each.file}: ${rule.name}. ${rule.reason}`);
  });
}
