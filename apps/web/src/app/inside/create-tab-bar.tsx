import { useQuery } from '@tanstack/react-query';
import type { InstallationView } from '@tern/contracts/routes/installation';
import { LargeAppBar } from '@tern/ui/page';
import type { ComponentType, ReactNode } from 'react';
import { installationQuery } from '../../shared/queries.ts';

/** The bar of the first page of a tab that is on its way: large where the installation shows the tab, else the usual one. */
export function createTabBar(
  tab: InstallationView['tabs'][number],
): ComponentType<{ title: ReactNode; usual: ReactNode }> {
  return function TabBar({ title, usual }) {
    const { data: installation } = useQuery(installationQuery);
    return installation?.tabs.includes(tab) ? <LargeAppBar title={title} /> : usual;
  };
}
