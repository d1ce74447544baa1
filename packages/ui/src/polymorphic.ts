import type { ComponentPropsWithoutRef, ElementType } from 'react';

/** Props of a component that can be drawn as another element, for example a router link. */
export type PolymorphicProps<Element extends ElementType, Own> = Own & { as?: Element } & Omit<
    ComponentPropsWithoutRef<Element>,
    keyof Own | 'as'
  >;
