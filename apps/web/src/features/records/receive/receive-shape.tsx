import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { SkeletonRows } from '@tern/ui/skeleton-rows';

/** The code of an address, and what is to know about it. */
export function ReceiveShape() {
  return (
    <>
      <Skeleton>
        <div className="card receive-card">
          <SkeletonShape width="9rem" height="28px" />
          <SkeletonShape width="min(232px, 100%)" height="232px" />
          <SkeletonShape width="11rem" height="2.75rem" />
        </div>
      </Skeleton>
      <SkeletonRows count={3} />
    </>
  );
}
