import { lazy, type ComponentType } from 'react';
import type * as LaterParts from './later.tsx';

type Later = typeof LaterParts;

/** A part of home that comes after its first picture. Where it cannot be fetched, home stands without it. */
const part = <Props>(pick: (loaded: Later) => ComponentType<Props>) =>
  lazy(() =>
    import('./later.tsx').then(
      (loaded) => ({ default: pick(loaded) }),
      (): { default: ComponentType<Props> } => ({ default: () => null }),
    ),
  );

export const AssetSheet = part((later) => later.AssetSheet);
export const FirstDeposit = part((later) => later.FirstDeposit);
export const Latest = part((later) => later.Latest);
export const OnItsWay = part((later) => later.OnItsWay);
export const Sparkline = part((later) => later.Sparkline);
export const Worth = part((later) => later.Worth);
export const WorthFailed = part((later) => later.WorthFailed);
