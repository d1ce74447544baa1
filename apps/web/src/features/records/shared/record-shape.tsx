import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import { SkeletonRows } from '@tern/ui/skeleton-rows';

/** An amount and where it stands, then its facts. */
export function RecordShape() {
  return (
    <>
      <Skeleton>
        <div className="record-head">
          <SkeletonShape width="148px" height="148px" round />
          <SkeletonShape width="12rem" height="2.25rem" />
        </div>
      </Skeleton>
      <SkeletonRows count={4} />
    </>
  );
}
