import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ComponentType } from 'react';

/** Lines and boxes below each other, by their width and, where that is not of a line of text, their height. */
export function createShape(
  gap: '2' | '3' | '5',
  parts: readonly (readonly [percent: number, height?: string])[],
): ComponentType {
  return function SimpleShape() {
    return (
      <Skeleton>
        <div className={`stack gap-${gap}`}>
          {parts.map(([percent, height], index) => (
            <SkeletonShape key={index} width={`${percent}%`} height={height} />
          ))}
        </div>
      </Skeleton>
    );
  };
}
