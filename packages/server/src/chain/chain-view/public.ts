export { findChainFault, stallLimitsOf, type ChainFault, type ChainHeads, type StallLimits } from './chain-heads.ts';
export {
  deleteSeenBelow,
  deleteSeenFrom,
  insertSeenBlock,
  lockHeadBlocks,
  selectChainHeads as findChainHeads,
  selectSeenBlocks,
  upsertChainHeads,
  type SeenBlock,
} from './chain-view-store.ts';
