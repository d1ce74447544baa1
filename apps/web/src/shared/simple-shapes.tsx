import { Skeleton, SkeletonShape } from '@tern/ui/skeleton';
import type { ComponentType } from 'react';

const control = '52px';

/** What a form is about, two fields and the button that sends it. */
export const FormShape = createShape('5', [[92], [64], [100, control], [100, control], [100, control]]);

/** Lines of a text to read. */
export const TextShape = createShape('3', [[96], [88], [92], [54], [98], [38]]);

function createShape(gap: '3' | '5', lines: readonly (readonly [percent: number, height?: string])[]): ComponentType {
  return function SimpleShape() {
    return (
      <Skeleton>
        <div className={`stack gap-${gap}`}>
          {lines.map(([percent, height], index) => (
            <SkeletonShape key={index} width={`${percent}%`} height={height} />
          ))}
        </div>
      </Skeleton>
    );
  };
}
