import { Skeleton, SkeletonShape } from './skeleton.tsx';

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
