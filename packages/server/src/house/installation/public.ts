export {
  expectedTokens,
  explorerOf,
  findNetwork,
  type FindNetworkInput,
  type Network,
  type NetworkId,
} from './find-network.ts';
export type { InstallationSettings } from './get-installation.ts';
