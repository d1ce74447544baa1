import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { IncidentView, ServiceView } from '@tern/contracts/routes/status';

/** The parts of the service, as people know them. */
export const serviceNames: Readonly<Record<ServiceView['service'], MessageDescriptor>> = {
  deposits: msg`Deposits`,
  withdrawals: msg`Transfers`,
  swaps: msg`Swaps`,
  rewards: msg`Rewards and bonuses`,
  logins: msg`Login and registration`,
  connections: msg`Connected sites`,
};

export const stateNames: Readonly<Record<ServiceView['state'], MessageDescriptor>> = {
  running: msg`Running`,
  limited: msg`Limited`,
  delayed: msg`Delayed`,
  stopped: msg`Paused`,
};

type Texts = { readonly title: MessageDescriptor; readonly meaning: MessageDescriptor };

const flowTexts: Readonly<Record<ServiceView['service'], Texts>> = {
  deposits: {
    title: msg`Deposits paused`,
    meaning: msg`We credit nothing for now. Coins that arrive meanwhile are on the chain at your address, and we credit them once deposits run again.`,
  },
  withdrawals: {
    title: msg`Transfers paused`,
    meaning: msg`New transfers are refused for now. Approved ones wait with their money reserved, and those already broadcast are followed to their end.`,
  },
  swaps: {
    title: msg`Swaps paused`,
    meaning: msg`There are no quotes and no swaps for now. Completed swaps stay as they are.`,
  },
  rewards: {
    title: msg`Rewards paused`,
    meaning: msg`Rewards, bonuses and claims are paid once this runs again. What you have earned stays yours.`,
  },
  logins: {
    title: msg`Login paused`,
    meaning: msg`Nobody can log in or register for now. If you are logged in, you stay logged in. Your balance stays as it is.`,
  },
  connections: {
    title: msg`Connected sites paused`,
    meaning: msg`You can’t connect a site for now, and connected sites can’t ask you for anything. Your balance stays as it is.`,
  },
};

const otherTexts: Readonly<Record<Exclude<IncidentView['kind'], 'flow-stopped'>, Texts>> = {
  'reserve-gap': {
    title: msg`Shortfall of {amount}`,
    meaning: msg`We hold less {symbol} on the chain than our books say. Until this is settled we pay no bonuses, rewards or swaps in {symbol}. Your balance stays as it is, and you can send it as before.`,
  },
  'chain-stalled': {
    title: msg`Tron network stalled`,
    meaning: msg`New blocks are not becoming final, or we can’t reach the network. Deposits and transfers take longer. Nothing is credited or marked as successful before its block is final.`,
  },
  'deposits-late': {
    title: msg`Deposits delayed`,
    meaning: msg`Final blocks are waiting to be processed. We credit the deposits in them in order.`,
  },
  'payouts-late': {
    title: msg`Transfers to the chain delayed`,
    meaning: msg`At least one transfer has waited longer than usual to be signed or confirmed. Its money stays reserved until it succeeds or comes back in full.`,
  },
  'sending-paused': {
    title: msg`Transfers of {symbol} to the chain paused`,
    meaning: msg`Transfers of {symbol} to addresses outside this service wait until we have checked it. Their money stays reserved.`,
  },
  'books-broken': {
    title: msg`Contradiction in our books`,
    meaning: msg`A check found that two of our records contradict each other. We are looking into it.`,
  },
  'processing-stopped': {
    title: msg`Processing stopped`,
    meaning: msg`Deposits, transfers to the chain and rewards wait, and are processed in order once this runs again.`,
  },
  'database-down': {
    title: msg`Service unavailable`,
    meaning: msg`Our database isn’t answering. You can’t log in, send or swap for now. Balances are stored and stay as they are.`,
  },
};

/** What an incident is called and what it means for people. The texts may name `symbol` and `amount`. */
export function incidentTexts({ kind, flow }: Pick<IncidentView, 'kind' | 'flow'>): Texts {
  return kind === 'flow-stopped' ? flowTexts[flow ?? 'logins'] : otherTexts[kind];
}
