import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** What everything in the wallet is worth. */
export function TotalShape() {
  return (
    <Skeleton>
      <div className="stack gap-3 home-total-shape">
        <SkeletonShape width="3rem" height=".6875rem" />
        <SkeletonShape width="11rem" height="2.25rem" />
      </div>
      <div className="home-worth-shape">
        <SkeletonShape width="9rem" />
      </div>
    </Skeleton>
  );
}
