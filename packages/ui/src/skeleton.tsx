import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import './skeleton.css';

/** One quiet shape of the coming content. Sizes are CSS lengths. */
export function SkeletonShape(props: { width: string; height?: string | undefined; round?: boolean }) {
  return (
    <span
      className="skeleton"
      style={{
        inlineSize: props.width,
        blockSize: props.height ?? '.875rem',
        borderRadius: props.round ? '50%' : undefined,
      }}
    />
  );
}

/** Holds shapes and tells readers once that something loads. */
export function Skeleton(props: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">{t`Loading`}</p>
      <div aria-hidden="true">{props.children}</div>
    </div>
  );
}
