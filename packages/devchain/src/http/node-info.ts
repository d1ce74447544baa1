import { findSeenBlock, solidHeight } from '../chain/sight.ts';
import { toHex } from '../crypto/bytes.ts';
import { getParameter, getParameterHistory, parameterNames } from '../state/parameters.ts';
import type { Handler } from './handler.ts';
import { headBlock, viewState } from './handler.ts';

export const getChainParameters: Handler = (request) => ({
  chainParameter: parameterNames.map((key) => {
    const value = getParameter(viewState(request), key);
    // A parameter of value 0 has none.
    return value === 0n ? { key } : { key, value };
  }),
});

export const getEnergyPrices: Handler = (request) => ({
  prices: getParameterHistory(viewState(request), 'getEnergyFee'),
});

export const getBandwidthPrices: Handler = (request) => ({
  prices: getParameterHistory(viewState(request), 'getTransactionFee'),
});

export const getMemoFee: Handler = (request) => ({
  prices: getParameterHistory(viewState(request), 'getMemoFee'),
});

export const getNodeInfo: Handler = (request) => {
  const { core, node } = request;
  const head = headBlock({ ...request, view: 'head' });
  const solid = findSeenBlock(core, node, solidHeight(core, node)) ?? core.identity.genesis;
  return {
    block: `Num:${head.number},ID:${toHex(head.id)}`,
    solidityBlock: `Num:${solid.number},ID:${toHex(solid.id)}`,
    beginSyncNum: head.number,
    currentConnectCount: 0,
    activeConnectCount: 0,
    passiveConnectCount: 0,
    peerList: [],
    totalFlow: 0,
    configNodeInfo: { codeVersion: '4.8.0', supportConstant: !node.faults.has('no-calls'), dbVersion: 2 },
    machineInfo: {},
    cheatWitnessInfoMap: {},
  };
};

export const listNodes: Handler = () => ({});
