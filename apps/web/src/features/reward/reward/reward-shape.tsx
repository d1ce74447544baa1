import { Skeleton, SkeletonRows, SkeletonShape } from '@tern/ui/skeleton';

/** The pool, the person's part of it, and what was paid. */
export function RewardShape() {
  return (
    <>
      <Skeleton>
        <div className="stack gap-3">
          <SkeletonShape width="100%" height="164px" />
          <div className="reward-tiles">
            {[1, 2, 3, 4].map((each) => (
              <SkeletonShape key={each} width="100%" height="74px" />
            ))}
          </div>
        </div>
      </Skeleton>
      <SkeletonRows count={3} />
    </>
  );
}
