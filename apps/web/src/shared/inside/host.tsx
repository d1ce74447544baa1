// Hyphens as wide as digits look like gaps between words.
const asWritten = { fontVariantNumeric: 'normal' } as const;

/** The address of a site: read from left to right in every language, and whole however long it is. */
export function Host({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className="long-words" style={asWritten} translate="no">
      {children}
    </bdi>
  );
}
