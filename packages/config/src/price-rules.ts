import type { Config } from './config.ts';

/** Sources have to agree within one percent and to have said so within a minute; USDT is the unit itself. */
export function priceRules(config: Config) {
  const rules = (sourcesMin: number) => ({ sourcesMin, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 });
  return { usdt: rules(1), trx: rules(config.priceSourcesTrx), reward: rules(config.priceSourcesReward) };
}
