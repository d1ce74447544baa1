const given = process.env['E2E_TURN'] ?? '';

/** Which turn it is (`tools/suite/turn-of.ts`); `undefined` where all is looked at, as when only some of the tests run. */
const turn = given === '' ? undefined : Number(given);

/** How often a language has had its turn before the item at this place; different places begin with different ones. */
export function roundOf(place: number): number {
  return Math.floor((place + (turn ?? 0)) / 3);
}

/** A third of them where looks take turns, another with the next commit; all of them otherwise. */
export function thoseInTurn<Item>(items: readonly Item[]): readonly Item[] {
  return turn === undefined ? items : items.filter((_, place) => (place + turn) % 3 === 0);
}
