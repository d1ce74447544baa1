import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runToEnd } from '@tern/installation/child-process';
import type { Engine } from '../../tools/images/engine.ts';

export const processNames = [
  ...['api-1', 'api-2', 'api-3', 'worker-1', 'worker-2', 'signer-1', 'signer-2', 'console'],
] as const;

/** The layout of deploy/compose.yaml under a project name of its own. */
export type Compose = {
  readonly up: (...services: readonly string[]) => void;
  /** One command in a container of its own, which is gone afterwards. */
  readonly runOnce: (service: string, ...args: readonly string[]) => Promise<string>;
  /** A command of docs/operations/containers.md in a container that runs. */
  readonly command: (service: string, ...args: readonly string[]) => Promise<string>;
  /** Takes all of it away, with what the database has. */
  readonly down: () => void;
  readonly containerOf: (service: string) => string;
  readonly inspect: (service: string) => ContainerFacts;
  readonly logsOf: (service: string) => string;
};

export type ContainerFacts = {
  readonly State: { readonly Status: string; readonly ExitCode: number; readonly StartedAt: string };
  readonly Config: { readonly User: string };
  readonly HostConfig: { readonly ReadonlyRootfs: boolean };
  readonly EffectiveCaps: readonly string[] | null;
  readonly Mounts: readonly { readonly Destination: string; readonly RW: boolean }[];
};

export function openCompose(
  engine: Engine,
  root: string,
  { project, env }: { readonly project: string; readonly env: Readonly<Record<string, string>> },
): Compose {
  const containerOf = (service: string): string => `${project}_${service}_1`;
  const commonArgs = (files: readonly string[]): readonly string[] => [
    ...['-p', project],
    ...files.flatMap((file) => ['-f', join(root, 'deploy', file)]),
  ];
  const call = (files: readonly string[], ...args: readonly string[]): string => {
    const { status, stdout, stderr, error } = spawnSync('podman-compose', [...commonArgs(files), ...args], {
      env: { ...engine.env, ...env },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status === 0) return `${stdout}${stderr}`;
    throw new Error(`podman-compose ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.slice(-4000)}`);
  };
  // What runs in the container may need what this process serves meanwhile.
  const runToItsEnd = async (command: string, args: readonly string[]): Promise<string> => {
    const { code, output } = await runToEnd({ command, args, cwd: root, env: { ...engine.env, ...env } });
    if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output.slice(-4000)}`);
    return output;
  };
  return {
    containerOf,
    up: (...services) => void call(['compose.yaml'], 'up', '-d', ...services),
    runOnce: async (service, ...args) => {
      const command = ['run', '--rm', '-T', '--no-deps', service, ...args];
      return await runToItsEnd('podman-compose', [...commonArgs(['compose.yaml', 'compose.migrate.yaml']), ...command]);
    },
    command: (service, ...args) =>
      runToItsEnd('podman', ['exec', containerOf(service), 'node', 'tools/launch/run-in-container.ts', ...args]),
    down: () => void call(['compose.yaml'], 'down', '-v'),
    inspect: (service) => {
      const [facts] = JSON.parse(engine.run('podman', 'inspect', containerOf(service))) as [ContainerFacts];
      return facts;
    },
    logsOf: (service) => {
      const { stdout, stderr } = spawnSync('podman', ['logs', '--tail', '30', containerOf(service)], {
        env: engine.env,
        encoding: 'utf8',
      });
      return `${stdout}${stderr}`;
    },
  };
}
