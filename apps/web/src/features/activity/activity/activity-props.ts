import type { ActivityView } from '@tern/contracts/routes/activities';
import type { AssetView } from '@tern/contracts/routes/installation';
import type { ReactNode } from 'react';

/** What the page of an activity is made of, whoever draws it. */
export type ActivityProps = {
  readonly bar: ReactNode;
  /** Stands above the activity, as the age of an answer does. */
  readonly note: ReactNode;
  readonly activity: ActivityView;
  readonly token: AssetView;
};
