import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { InstallationView } from '@tern/contracts/routes/installation';
import type { IconProps } from '@tern/ui/draw-icon';
import { CoinsIcon, FlagIcon, ReceiptTextIcon, UserRoundIcon } from '@tern/ui/inside-icons';
import { HouseIcon } from '@tern/ui/tab-icons';
import type { ReactNode } from 'react';
import { paths } from '../../shared/paths.ts';

type Tab = {
  path: string;
  label: MessageDescriptor;
  Icon: (props: IconProps) => ReactNode;
  /** Shows that messages wait to be read. */
  leadsToMessages?: boolean;
};

/** The tabs that lead to a page of this version, by the installation's name for them. */
export const tabs: Partial<Record<InstallationView['tabs'][number], Tab>> = {
  home: { path: paths.home, label: msg`Home`, Icon: HouseIcon },
  activity: { path: paths.activities, label: msg`Activity`, Icon: FlagIcon },
  reward: { path: paths.reward, label: msg`Reward`, Icon: CoinsIcon },
  record: { path: paths.records, label: msg`Records`, Icon: ReceiptTextIcon },
  my: { path: paths.my, label: msg`My`, Icon: UserRoundIcon, leadsToMessages: true },
};
