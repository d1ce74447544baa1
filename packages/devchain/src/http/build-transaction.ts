import { isContractType, openContract } from '../actuators/open-contract.ts';
import { pendingTimestampMs } from '../chain/core.ts';
import type { ChainCore } from '../chain/core.ts';
import { BroadcastRefusal } from '../chain/refusal.ts';
import { referenceTo } from '../chain/send.ts';
import { findSeenBlock, solidHeight } from '../chain/sight.ts';
import { stampForClient } from '../chain/time-stamp.ts';
import { utf8Bytes } from '../crypto/bytes.ts';
import { formatBuilt } from '../json/format-transaction.ts';
import { parseHex, parseInt64, parseMessage } from '../json/parse-message.ts';
import { encodeMessage, typeUrlPrefix } from '../proto/codec.ts';
import type { ContractType, Messages, Transaction } from '../proto/types.ts';
import { createWorkspace } from '../state/workspace.ts';
import { headBlock, textParam } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError, javaClasses } from './request-error.ts';

/** How long a transaction built by the node lives. */
const lifeMs = 60_000;

export const createTransaction: Handler = (request) => buildValidated(request, 'TransferContract');
export const createAccount: Handler = (request) => buildValidated(request, 'AccountCreateContract');
export const transferAsset: Handler = (request) => buildValidated(request, 'TransferAssetContract');
export const createAssetIssue: Handler = (request) => buildValidated(request, 'AssetIssueContract');
export const accountPermissionUpdate: Handler = (request) => buildValidated(request, 'AccountPermissionUpdateContract');
export const freezeBalanceV2: Handler = (request) => buildValidated(request, 'FreezeBalanceV2Contract');
export const unfreezeBalanceV2: Handler = (request) => buildValidated(request, 'UnfreezeBalanceV2Contract');
export const withdrawExpireUnfreeze: Handler = (request) => buildValidated(request, 'WithdrawExpireUnfreezeContract');
export const cancelAllUnfreezeV2: Handler = (request) => buildValidated(request, 'CancelAllUnfreezeV2Contract');
export const delegateResource: Handler = (request) => buildValidated(request, 'DelegateResourceContract');
export const unDelegateResource: Handler = (request) => buildValidated(request, 'UnDelegateResourceContract');

export const updateAccount: Handler = (request) => buildValidated(request, 'AccountUpdateContract');
export const setAccountId: Handler = (request) => buildValidated(request, 'SetAccountIdContract');
export const clearAbi: Handler = (request) => buildValidated(request, 'ClearABIContract');
export const updateSetting: Handler = (request) => buildValidated(request, 'UpdateSettingContract');
export const updateEnergyLimit: Handler = (request) => buildValidated(request, 'UpdateEnergyLimitContract');

/** Endpoints that build the contract types of TRC-10 sales, trading pairs, witnesses and proposals. */
export const committeeBuilders: Readonly<Record<string, Handler>> = {
  participateassetissue: (request) => buildValidated(request, 'ParticipateAssetIssueContract'),
  unfreezeasset: (request) => buildValidated(request, 'UnfreezeAssetContract'),
  updateasset: (request) => buildValidated(request, 'UpdateAssetContract'),
  exchangecreate: (request) => buildValidated(request, 'ExchangeCreateContract'),
  exchangeinject: (request) => buildValidated(request, 'ExchangeInjectContract'),
  exchangewithdraw: (request) => buildValidated(request, 'ExchangeWithdrawContract'),
  exchangetransaction: (request) => buildValidated(request, 'ExchangeTransactionContract'),
  createwitness: (request) => buildValidated(request, 'WitnessCreateContract'),
  updatewitness: (request) => buildValidated(request, 'WitnessUpdateContract'),
  votewitnessaccount: (request) => buildValidated(request, 'VoteWitnessContract'),
  updateBrokerage: (request) => buildValidated(request, 'UpdateBrokerageContract'),
  withdrawbalance: (request) => buildValidated(request, 'WithdrawBalanceContract'),
  proposalcreate: (request) => buildValidated(request, 'ProposalCreateContract'),
  proposalapprove: (request) => buildValidated(request, 'ProposalApproveContract'),
  proposaldelete: (request) => buildValidated(request, 'ProposalDeleteContract'),
  freezebalance: (request) => buildValidated(request, 'FreezeBalanceContract'),
  unfreezebalance: (request) => buildValidated(request, 'UnfreezeBalanceContract'),
};

/** A node builds these without trying them. */
const untried: ReadonlySet<ContractType> = new Set(['CreateSmartContract', 'TriggerSmartContract']);

/** Builds the contract type that the request names. */
export const createCommonTransaction: Handler = (request) => {
  const name = textParam(request, 'contractType');
  if (!isContractType(name)) {
    throw new RequestError(
      `No enum constant org.tron.protos.Protocol.Transaction.Contract.ContractType.${name}`,
      javaClasses.illegalArgument,
    );
  }
  return buildValidated(request, name);
};

/** An unsigned transaction on the solidified head, which lives for a minute after the head. No two are equal. */
export function buildTransaction<Name extends ContractType & keyof Messages>(
  request: Request,
  name: Name,
  message: Messages[Name],
): Transaction {
  const { raw_data, signature } = draftTransaction(request, name, message);
  return { signature, raw_data: stampForClient(request.core, raw_data, headBlock(request).timestampMs) };
}

/** As `buildTransaction`, but only to be shown: equal ones may be equal. */
export function draftTransaction<Name extends ContractType & keyof Messages>(
  request: Request,
  name: Name,
  message: Messages[Name],
): Transaction {
  const { core, node, params } = request;
  const head = headBlock(request);
  const reference = findSeenBlock(core, node, solidHeight(core, node)) ?? core.identity.genesis;
  const value = encodeMessage(name, message);
  return {
    signature: [],
    raw_data: {
      ...referenceTo(reference.id),
      contract: [
        {
          type: name,
          parameter: { type_url: `${typeUrlPrefix}${name}`, value },
          Permission_id: Number(params['Permission_id'] ?? 0) | 0,
        },
      ],
      expiration: BigInt(head.timestampMs + lifeMs),
      timestamp: BigInt(core.time.nowMs(head.timestampMs)),
      data: noteOf(request),
      fee_limit: parseInt64(params['fee_limit']),
    },
  };
}

/** Text where the request is visible, else hex. */
function noteOf({ params, visible }: Request): Uint8Array {
  const note = params['extra_data'];
  if (typeof note !== 'string') return new Uint8Array(0);
  return visible ? utf8Bytes(note) : parseHex(note);
}

/** Builds from the request's own members, after the contract's rules were tried on the head. */
async function buildValidated(request: Request, name: ContractType & keyof Messages): Promise<unknown> {
  const message = parseMessage(name, request.params, request.visible);
  if (!untried.has(name)) await validate(request.core, draftTransaction(request, name, message));
  return formatBuilt(buildTransaction(request, name, message), request.visible);
}

function validate(core: ChainCore, transaction: Transaction): Promise<void> {
  return core.exclusively(async () => {
    const [contract] = transaction.raw_data.contract;
    if (contract === undefined) return;
    const state = createWorkspace(core.store);
    const block = {
      number: core.history.head().number + 1,
      timestampMs: pendingTimestampMs(core),
      witness: core.identity.witness.address,
    };
    try {
      await openContract(contract).run({
        state,
        block,
        txId: new Uint8Array(32),
        tvm: core.tvm,
        feeLimitSun: 0n,
        beforehand: true,
      });
    } catch (error) {
      if (!(error instanceof BroadcastRefusal)) throw error;
      throw new RequestError(error.message.replace(/^Contract validate error : /, ''), javaClasses.contractValidate);
    }
  });
}
