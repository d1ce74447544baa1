import type { Flow } from '@tern/contracts/routes/console-flows';
import type { RouteName } from './route-access.ts';

/** Routes that begin something of a flow: refused while an operator has stopped it. What is under way goes on. */
export const routeFlows: Readonly<Partial<Record<RouteName, Flow>>> = {
  'identity.sendRegisterCode': 'logins',
  'identity.register': 'logins',
  'identity.login': 'logins',
  'identity.finishLogin': 'logins',
  'protection.beginPasskeyLogin': 'logins',
  'protection.passkeyLogin': 'logins',
  'transfers.createDraft': 'withdrawals',
  'transfers.confirmDraft': 'withdrawals',
  'activities.claimReward': 'rewards',
  'walletConnections.openConnection': 'connections',
  'walletConnections.approveConnection': 'connections',
  'walletConnections.signMessage': 'connections',
  'swaps.createQuote': 'swaps',
  'swaps.executeSwap': 'swaps',
};
