export {
  areHoldingsComplete,
  collectAllHoldings,
  collectHoldings,
  findHoldings,
  keepTurn,
  listLeastChecked,
  listNextInTurn,
  putBehind,
  storeChecked,
  type Holding,
} from './holdings-store.ts';
export { planSweeps, sweepDefaults, type PlanSweepsDeps, type SweepSettings } from './plan-sweeps.ts';
