import { Page } from '@tern/ui/page';
import { SkeletonRows } from '@tern/ui/skeleton-rows';
import type { ReactNode } from 'react';
import { TotalShape } from './total-shape.tsx';
import { WalletHeadShape } from './wallet-head-shape.tsx';
import { WaysShape } from './ways-shape.tsx';

/** Home before its code is there: whose wallet, what it is worth, the ways in and out, and what is in it. */
export function HomeShape({ title }: { title: ReactNode }) {
  return (
    <Page
      gap="small"
      bar={
        <header className="app-bar app-bar-large home-bar">
          <h1 className="visually-hidden" tabIndex={-1}>
            {title}
          </h1>
          <WalletHeadShape />
        </header>
      }
    >
      <TotalShape />
      <WaysShape />
      <SkeletonRows count={6} />
    </Page>
  );
}
