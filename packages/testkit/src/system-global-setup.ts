import { bundleProcesses } from './system/bundle-processes.ts';
import { startSystem } from './system/start-system.ts';
import { keepAsTemplate } from './system/system-template.ts';

/**
 * Vitest's global set-up of flows: one system is started as at a first start, until its treasury is filled and the bonus
 * is open; the systems of the flows begin as copies of its data and run the same bundles. Returns the tear-down.
 */
export async function setup(): Promise<() => Promise<void>> {
  const removeBundles = await bundleProcesses();
  const system = await startSystem({ blocks: 'on-demand' });
  let removeTemplate = (): Promise<void> => Promise.resolve();
  try {
    await system.processes.stopAll();
    await system.whileDatabaseStops(async () => {
      removeTemplate = await keepAsTemplate(system.dataDir);
    });
  } finally {
    await system.stop();
  }
  return async () => {
    await removeTemplate();
    await removeBundles();
  };
}
