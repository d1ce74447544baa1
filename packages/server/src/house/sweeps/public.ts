export {
  areHoldingsComplete,
  collectHoldings,
  findHoldings,
  listLeastChecked,
  storeChecked,
  type Holding,
} from './holdings-store.ts';
export { planSweeps, sweepDefaults, type PlanSweepsDeps, type SweepSettings } from './plan-sweeps.ts';
