import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';

/** Which wallet it is. */
export function WalletHeadShape() {
  return (
    <Skeleton>
      <div className="home-wallet">
        <SkeletonShape width="40px" height="40px" round />
        <span className="stack gap-2">
          <SkeletonShape width="7rem" />
          <SkeletonShape width="6rem" height=".6875rem" />
        </span>
      </div>
    </Skeleton>
  );
}
