/** What distinguishes the cards of a member: a processor saves a card again for each purchase in which it is entered. */
interface CardFace {
  readonly id: string
  readonly processor: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly isDefault: boolean
}

const faceOf = ({ processor, brand, last4, expMonth, expYear }: CardFace): string =>
  [processor, brand, last4, expMonth, expYear].join(' ')

/**
 * A member's saved cards, each listed once however often it was typed in: its newest record, the ids of all of them, and
 * whether one of them is the default. Takes the newest record first; answers the default card first, then the newest.
 */
export const distinctCards = <C extends CardFace>(
  newestFirst: readonly C[],
): readonly (C & { readonly ids: readonly string[] })[] => {
  const groups = Map.groupBy(newestFirst, faceOf)
  return [...groups.values()]
    .flatMap(([newest, ...older]) => {
      if (!newest) return []
      const all = [newest, ...older]
      return [{ ...newest, ids: all.map(({ id }) => id), isDefault: all.some((card) => card.isDefault) }]
    })
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
}
