import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { ApiContext } from '../../platform/api-context.ts';
import { getHealth, type GetHealthDeps } from './get-health.ts';
import { getInstallation, type GetInstallationDeps } from './get-installation.ts';
import { getRules, type GetRulesDeps } from './get-rules.ts';
import { keepLast } from './keep-last.ts';
import { oneAtATime } from './one-at-a-time.ts';

export type InstallationDeps = GetInstallationDeps & GetHealthDeps & GetRulesDeps;

export function installationRouter(deps: InstallationDeps) {
  const os = implement(contract.installation).$context<ApiContext>();
  // Anybody may ask, and nobody is counted: who watches the installation has to get an answer in every flood.
  const [readInstallation, readHealth] = [
    keepLast(oneAtATime(() => getInstallation(deps))),
    oneAtATime(() => getHealth(deps)),
  ];
  const readRules = oneAtATime(() => getRules(deps));
  return os.router({
    rules: os.rules.handler(readRules),
    installation: os.installation.handler(readInstallation),
    health: os.health.handler(readHealth),
  });
}
