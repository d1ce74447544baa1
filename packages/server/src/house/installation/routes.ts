import { implement } from '@orpc/server';
import { contract } from '@tern/contracts/contract';
import type { ApiContext } from '../../platform/api-context.ts';
import { getHealth, type GetHealthDeps } from './get-health.ts';
import { getInstallation, type GetInstallationDeps } from './get-installation.ts';

export type InstallationDeps = GetInstallationDeps & GetHealthDeps;

export function installationRouter(deps: InstallationDeps) {
  const os = implement(contract.installation).$context<ApiContext>();
  return os.router({
    installation: os.installation.handler(() => getInstallation(deps)),
    health: os.health.handler(() => getHealth(deps)),
  });
}
