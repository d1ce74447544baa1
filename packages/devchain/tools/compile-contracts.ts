import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import solc from 'solc';

/** What the chain and its tests need of a compiled contract. */
export type Artifact = { readonly abi: readonly unknown[]; readonly bytecode: string };
export type Artifacts = Readonly<Record<string, Artifact>>;

type SolcOutput = {
  errors?: { severity: string; formattedMessage: string }[];
  contracts: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>;
};

const root = new URL('../', import.meta.url);

/** A folder of sources relative to the package, and where it is compiled to. */
export const targets = [
  { sources: 'contracts/', output: 'src/contracts/artifacts.json', optimize: true },
  { sources: 'contracts/market/', output: 'src/contracts/market.json', optimize: true },
  // What ten tokens cost to call is of no interest, and optimizing them takes most of a minute.
  { sources: 'contracts/odd/', output: 'src/contracts/odd-tokens.json', optimize: false },
  { sources: 'contracts/fixtures/', output: 'src/contracts/fixtures.json', optimize: true },
] as const;

type Target = { readonly sources: string; readonly output: string; readonly optimize: boolean };

/**
 * Compiles every `.sol` file of a folder and returns ABI and creation bytecode by contract name.
 * Metadata is left out so that the bytecode depends on the code alone.
 */
export function compileContracts({ sources, optimize }: Pick<Target, 'sources' | 'optimize'>): Artifacts {
  const directory = new URL(sources, root);
  const names = readdirSync(directory)
    .filter((name) => name.endsWith('.sol'))
    .toSorted();
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      names.map((name) => [name, { content: readFileSync(new URL(name, directory), 'utf8') }]),
    ),
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: optimize, runs: 200 },
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput;
  const failures = (output.errors ?? []).filter((error) => error.severity === 'error');
  if (failures.length > 0) throw new Error(failures.map((error) => error.formattedMessage).join('\n'));
  const artifacts: Record<string, Artifact> = {};
  for (const contracts of Object.values(output.contracts)) {
    for (const [name, contract] of Object.entries(contracts)) {
      // Interfaces and abstract contracts have no code of their own.
      if (contract.evm.bytecode.object === '') continue;
      artifacts[name] = { abi: contract.abi, bytecode: contract.evm.bytecode.object };
    }
  }
  return artifacts;
}

/** The committed form of artifacts, byte for byte. */
export function renderArtifacts(artifacts: Artifacts): string {
  return `${JSON.stringify(artifacts, null, 2)}\n`;
}

if (import.meta.main) {
  for (const { sources, output, optimize } of targets) {
    writeFileSync(new URL(output, root), renderArtifacts(compileContracts({ sources, optimize })));
    process.stdout.write(`compiled ${sources} to ${output}\n`);
  }
}
