import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleUrl, publicUrl } from '@tern/config/addresses';
import type { ProcessPlan } from '@tern/installation/child-process';
import { compiledCodeFolder } from '@tern/installation/compiled-code';
import type { WantedPort } from '@tern/installation/ports';
import type { Installation } from '@tern/installation/processes';
import { failedLine } from './watch/watch-process.ts';

/** How far from the ports people open the two servers listen while Vite answers in front of them. */
const behind = 60;

type App = 'web' | 'console';

/** Settings of the two servers behind Vite: their own port, and still the address that people open. */
export function settingsBehind({ config }: Pick<Installation, 'config'>, app: App): Readonly<Record<string, string>> {
  return app === 'web'
    ? { WEB_PORT: String(config.webPort + behind), WEB_HOST: '127.0.0.1', PUBLIC_URL: publicUrl(config) }
    : { CONSOLE_PORT: String(config.consolePort + behind), CONSOLE_HOST: '127.0.0.1', CONSOLE_URL: consoleUrl(config) };
}

/** The ports that running from the sources takes on top of those of the installation. */
export function portsBehind({ config }: Pick<Installation, 'config'>): readonly WantedPort[] {
  return [
    { setting: 'WEB_PORT', port: config.webPort + behind, host: '127.0.0.1' },
    { setting: 'CONSOLE_PORT', port: config.consolePort + behind, host: '127.0.0.1' },
  ];
}

/**
 * The same process under a watcher: it is started anew when a file changes that it imports, by whatever way round. `say` is told
 * when it runs again, and when it ended with a fault and waits for the next change.
 */
export function watched(plan: ProcessPlan, say: (line: string) => void): ProcessPlan {
  let starts = 0;
  return {
    ...plan,
    args: [fileURLToPath(new URL('./watch/run-watched.ts', import.meta.url)), ...plan.args],
    onLine: (line) => {
      if (line.startsWith('{"ready":true')) {
        starts += 1;
        if (starts > 1) say(`${plan.name} runs with the change`);
      } else if (line === failedLine) {
        say(`${plan.name} ended with an error and restarts at the next change. Its log: ${plan.logFile}`);
      }
    },
  };
}

/** Vite's server for one app, in front of the process that answers its requests. */
export function planPages(installation: Installation, app: App): ProcessPlan {
  const { root, config, given, dataDir } = installation;
  const name = `${app}-pages`;
  const at =
    app === 'web'
      ? { PAGES_URL: publicUrl(config), PAGES_PORT: String(config.webPort), PAGES_HOST: config.webHost }
      : { PAGES_URL: consoleUrl(config), PAGES_PORT: String(config.consolePort), PAGES_HOST: config.consoleHost };
  return {
    name,
    command: process.execPath,
    args: [join(root, 'tools/launch/serve-pages.ts')],
    // Where the texts' tools look for their settings.
    cwd: join(root, 'apps', app),
    env: {
      PATH: given['PATH'] ?? '',
      HOME: given['HOME'] ?? '',
      NODE_COMPILE_CACHE: compiledCodeFolder(root),
      ...at,
      ...settingsBehind(installation, app),
    },
    logFile: join(dataDir, 'logs', `${name}.log`),
  };
}
