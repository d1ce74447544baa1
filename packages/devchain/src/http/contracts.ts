import { contractAddressOf } from '../actuators/create-smart-contract.ts';
import { estimateEnergy, simulate } from '../chain/simulate.ts';
import type { Simulation } from '../chain/simulate.ts';
import { hashTransaction } from '../chain/transaction.ts';
import { selectorOf } from '../contracts/encode-call.ts';
import { isAddress } from '../crypto/address.ts';
import { concat, equalBytes, toHex } from '../crypto/bytes.ts';
import { formatMessage } from '../json/format-message.ts';
import type { JsonObject } from '../json/format-message.ts';
import { dropEmpty, formatInternal, formatLog, formatText } from '../json/format-receipt.ts';
import { formatBuilt } from '../json/format-transaction.ts';
import { parseHex, parseInt64 } from '../json/parse-message.ts';
import type { SmartContract, TriggerSmartContract } from '../proto/types.ts';
import { findAccount } from '../state/accounts.ts';
import { findContract, getCode, hasContract } from '../state/contracts.ts';
import { currentCycle } from '../state/rewards.ts';
import type { VmOutcome } from '../tvm/tvm.ts';
import { abiFromRequest } from './abi-from-request.ts';
import { answerCall, checkTrialParams, checkTriggerParams } from './answer-call.ts';
import { buildTransaction, draftTransaction } from './build-transaction.ts';
import { addressParam, headBlock, textParam, viewState } from './handler.ts';
import type { Handler, Request } from './handler.ts';
import { RequestError, javaClasses } from './request-error.ts';

export const getContract: Handler = (request) => {
  const contract = findContract(viewState(request), toHex(addressParam(request, 'value')));
  return contract === undefined ? {} : formatMessage('SmartContract', contract, request.visible);
};

export const getContractInfo: Handler = (request) => {
  const addressHex = toHex(addressParam(request, 'value'));
  const state = viewState(request);
  const contract = findContract(state, addressHex);
  if (contract === undefined) return {};
  return {
    smart_contract: formatMessage('SmartContract', contract, request.visible),
    runtimecode: toHex(getCode(state, addressHex)),
    // Popular contracts cost no more here, so there is nothing to tell but the cycle.
    contract_state: dropEmpty({ update_cycle: currentCycle(state) }),
  };
};

export const deployContract: Handler = (request) => {
  const owner = addressParam(request, 'owner_address');
  const percent = parseInt64(request.params['consume_user_resource_percent']);
  if (percent < 0n || percent > 100n) {
    throw new RequestError('percent must be >= 0 and <= 100', javaClasses.contractValidate);
  }
  const transaction = buildTransaction(request, 'CreateSmartContract', {
    owner_address: owner,
    call_token_value: 0n,
    token_id: 0n,
    new_contract: {
      origin_address: owner,
      contract_address: new Uint8Array(0),
      abi: abiFromRequest(request.params['abi']),
      bytecode: concat(parseHex(textParam(request, 'bytecode')), parseHex(textParam(request, 'parameter'))),
      call_value: parseInt64(request.params['call_value']),
      consume_user_resource_percent: percent,
      name: textParam(request, 'name'),
      origin_energy_limit: parseInt64(request.params['origin_energy_limit']),
      code_hash: new Uint8Array(0),
      trx_hash: new Uint8Array(0),
      version: 0,
    },
  });
  const address = contractAddressOf(hashTransaction(transaction), owner);
  // As hex even where everything else is visible.
  return { ...formatBuilt(transaction, request.visible), contract_address: toHex(address) };
};

/** Builds a call. A function the contract's ABI calls constant runs at once instead. */
export const triggerSmartContract = answerCall(checkTriggerParams, async (request) => {
  const message = triggerMessage(request);
  const contract = findContract(viewState(request), toHex(message.contract_address));
  if (contract === undefined) return invalid(request, 'No contract or not a valid smart contract');
  if (isConstant(contract, message.data)) return tryCall(request);
  const transaction = buildTransaction(request, 'TriggerSmartContract', message);
  return { result: { result: true }, transaction: formatBuilt(transaction, request.visible) };
});

export const triggerConstantContract = answerCall(checkTrialParams, (request) => tryCall(request));

async function tryCall(request: Request): Promise<unknown> {
  const message = triggerMessage(request);
  if (isOff(request, 'no-calls')) return invalid(request, 'this node does not support constant');
  const refusal = checkCall(request, message);
  if (refusal !== undefined) return refusal;
  const outcome = await request.core.exclusively(() => simulate(request.core, simulationOf(request, message)));
  if (outcome.result !== 'SUCCESS' && outcome.result !== 'REVERT') return exception(request, outcome);
  const transaction = formatBuilt(draftTransaction(request, 'TriggerSmartContract', message), request.visible);
  const reverted = outcome.result === 'REVERT';
  return dropEmpty({
    result: {
      result: true,
      ...(reverted ? { message: formatText(outcome.message, request.visible) } : {}),
    },
    energy_used: outcome.energyUsed,
    constant_result: [toHex(outcome.returned)],
    logs: outcome.logs.map((log) => formatLog(log, request.visible)),
    internal_transactions: outcome.internal.map((internal) => formatInternal(internal, request.visible)),
    transaction: { ret: [reverted ? { ret: 'FAILED' } : {}], ...transaction },
  });
}

export const estimateEnergyNeed = answerCall(checkTrialParams, async (request) => {
  const message = triggerMessage(request);
  if (isOff(request, 'no-estimates')) return invalid(request, 'this node does not support estimate energy');
  if (isOff(request, 'no-calls')) {
    return invalid(request, 'this node does not support constant, so estimate energy cannot work');
  }
  const refusal = checkCall(request, message);
  if (refusal !== undefined) return refusal;
  const outcome = await request.core.exclusively(() => estimateEnergy(request.core, simulationOf(request, message)));
  if (outcome.result === 'SUCCESS') return { result: { result: true }, energy_required: outcome.required };
  if (outcome.result !== 'REVERT') return exception(request, outcome);
  return {
    result: {
      code: 'CONTRACT_EXE_ERROR',
      message: formatText(`Contract execute error : ${outcome.message}`, request.visible),
    },
  };
});

function isOff({ node }: Request, what: 'no-calls' | 'no-estimates'): boolean {
  return node.faults.take(what) !== undefined;
}

function triggerMessage(request: Request): TriggerSmartContract {
  const { params } = request;
  const selector = textParam(request, 'function_selector');
  const data = parseHex(textParam(request, selector === '' ? 'data' : 'parameter'));
  return {
    owner_address: addressParam(request, 'owner_address'),
    contract_address:
      textParam(request, 'contract_address') === '' ? new Uint8Array(0) : addressParam(request, 'contract_address'),
    call_value: parseInt64(params['call_value']),
    data: selector === '' ? data : concat(selectorOf(selector), data),
    call_token_value: 0n,
    token_id: 0n,
  };
}

function simulationOf(request: Request, message: TriggerSmartContract): Simulation {
  const head = headBlock(request);
  return {
    state: viewState(request),
    height: head.number + 1,
    timestampMs: head.timestampMs,
    owner: message.owner_address,
    contract: message.contract_address.length === 0 ? undefined : message.contract_address,
    data: message.data,
    valueSun: message.call_value,
  };
}

function checkCall(request: Request, message: TriggerSmartContract): JsonObject | undefined {
  const state = viewState(request);
  if (!isAddress(message.owner_address)) return invalid(request, 'Invalid ownerAddress');
  if (message.contract_address.length > 0 && !hasContract(state, toHex(message.contract_address))) {
    return invalid(request, 'Smart contract is not exist.');
  }
  const balance = findAccount(state, toHex(message.owner_address))?.balance ?? 0n;
  if (message.call_value < 0n) return invalid(request, 'callValue must be >= 0');
  if (message.call_value > balance) {
    return invalid(request, 'Validate InternalTransfer error, balance is not sufficient.');
  }
  return undefined;
}

function isConstant({ abi }: SmartContract, data: Uint8Array): boolean {
  return (abi?.entrys ?? []).some(
    (entry) =>
      (entry.stateMutability === 'View' || entry.stateMutability === 'Pure') &&
      equalBytes(selectorOf(`${entry.name}(${entry.inputs.map(({ type }) => type).join(',')})`), data.slice(0, 4)),
  );
}

function invalid({ visible }: Request, text: string): JsonObject {
  return { result: { code: 'CONTRACT_VALIDATE_ERROR', message: formatText(text, visible) } };
}

/** A failure other than a revert is an exception inside the node, and told as such. */
function exception({ visible }: Request, outcome: VmOutcome): JsonObject {
  return {
    result: {
      code: 'OTHER_ERROR',
      message: formatText(`${outcome.result} : ${outcome.message}`, visible),
    },
  };
}
