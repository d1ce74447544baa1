import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { SkeletonRows } from '@tern/ui/skeleton-rows';

/** What is paid next, the person's part of it, and what was paid. */
export function RewardShape() {
  return (
    <>
      <Skeleton>
        <div className="stack gap-3">
          <SkeletonShape width="100%" height="180px" />
          <SkeletonShape width="100%" height="220px" />
        </div>
      </Skeleton>
      <SkeletonRows count={3} />
    </>
  );
}
