/** Units of a line of an order. */
interface Units {
  readonly position: number
  readonly quantity: number
}

interface ReshipFacts {
  readonly number: string
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly isHeld: boolean
  readonly lines: readonly { readonly quantity: number }[]
  readonly units: readonly Units[]
  /** Whether a shipment that is sent again has not left yet. */
  readonly hasWaiting: boolean
}

/** Why units of an order are not sent again, as a sentence; null when they may be. */
export const reshipRefusal = (facts: ReshipFacts): string | null => {
  const { number, state, isHeld, lines, units, hasWaiting } = facts
  if (state === 'canceled') return `Order ${number} was canceled.`
  if (state === 'placed') return `Order ${number} has not been shipped yet.`
  if (isHeld) return `Order ${number} is on hold.`
  if (hasWaiting)
    return `Order ${number} is being sent again already: its shipment waits to be packed. Nothing was sent twice.`
  if (units.length === 0) return 'Choose the units that are sent again.'
  if (new Set(units.map(({ position }) => position)).size < units.length) return 'Name each line once.'
  const known = units.every(({ position, quantity }) => quantity <= (lines[position]?.quantity ?? 0))
  return known ? null : 'More units than were bought cannot be sent again.'
}
