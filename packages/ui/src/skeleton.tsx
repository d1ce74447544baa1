import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import './skeleton.css';

/** One quiet shape of the coming content. Sizes are CSS lengths. */
export function SkeletonShape(props: { width: string; height?: string; round?: boolean }) {
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

/** Rows of a list that is on its way. */
export function SkeletonRows(props: { count: number }) {
  return (
    <Skeleton>
      {Array.from({ length: props.count }, (_, index) => (
        <div key={index} className="skeleton-row">
          <SkeletonShape width="40px" height="40px" round />
          <span className="stack gap-2 grow">
            <SkeletonShape width={`${44 - (index % 3) * 6}%`} />
            <SkeletonShape width={`${28 + (index % 2) * 6}%`} height=".6875rem" />
          </span>
          <span className="stack gap-2 skeleton-end">
            <SkeletonShape width={`${76 - (index % 2) * 14}px`} />
            <SkeletonShape width={`${52 + (index % 3) * 6}px`} height=".6875rem" />
          </span>
        </div>
      ))}
    </Skeleton>
  );
}
