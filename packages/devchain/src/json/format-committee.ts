import { fromHex, toHex, utf8Bytes } from '../crypto/bytes.ts';
import type { CellReader } from '../state/cells.ts';
import type { ExchangeCell } from '../state/exchanges.ts';
import type { ProposalCell } from '../state/proposals.ts';
import { getAllowance } from '../state/rewards.ts';
import { getVotes } from '../state/votes.ts';
import type { NamedWitness } from '../state/witnesses.ts';
import { formatAddress } from './format-message.ts';
import type { JsonObject } from './format-message.ts';
import { dropEmpty } from './format-receipt.ts';

/** The blocks a witness made. */
export type Produced = { readonly blocks: number; readonly latestBlock: number; readonly latestSlot: number };

export function formatWitness(witness: NamedWitness, produced: Produced | undefined, visible: boolean): JsonObject {
  return dropEmpty({
    address: formatAddress(fromHex(witness.addressHex), visible),
    voteCount: witness.voteCount,
    url: witness.url,
    totalProduced: produced?.blocks ?? 0,
    latestBlockNum: produced?.latestBlock ?? 0,
    latestSlotNum: produced?.latestSlot ?? 0,
    isJobs: witness.isActive,
  });
}

export function formatProposal(proposal: ProposalCell, visible: boolean): JsonObject {
  return dropEmpty({
    proposal_id: proposal.id,
    proposer_address: formatAddress(fromHex(proposal.proposerHex), visible),
    // A map: its entries are printed whole, zeros included.
    parameters: proposal.parameters.map(({ key, value }) => ({ key, value })),
    expiration_time: proposal.expireMs,
    create_time: proposal.createTimeMs,
    approvals: proposal.approvals.map((addressHex) => formatAddress(fromHex(addressHex), visible)),
    // Pending is the enum's zero value and so has no name.
    state: proposal.state === 'PENDING' ? '' : proposal.state,
  });
}

export function formatExchange(exchange: ExchangeCell, visible: boolean): JsonObject {
  const text = (id: string): string => (visible ? id : toHex(utf8Bytes(id)));
  return dropEmpty({
    exchange_id: exchange.id,
    creator_address: formatAddress(fromHex(exchange.creatorHex), visible),
    create_time: exchange.createTimeMs,
    first_token_id: text(exchange.firstId),
    first_token_balance: exchange.firstBalance,
    second_token_id: text(exchange.secondId),
    second_token_balance: exchange.secondBalance,
  });
}

/** What an account has voted and has coming for it. */
export function formatVoter(state: CellReader, addressHex: string, visible: boolean): JsonObject {
  const { sun, withdrawnMs } = getAllowance(state, addressHex);
  return dropEmpty({
    votes: getVotes(state, addressHex).map(({ addressHex: witness, count }) => ({
      vote_address: formatAddress(fromHex(witness), visible),
      vote_count: count,
    })),
    allowance: sun,
    latest_withdraw_time: withdrawnMs,
  });
}
