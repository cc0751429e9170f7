/** What somebody entered in a form about an order. */
interface EnteredForm {
  readonly intent: string
  readonly reason?: string
  readonly carrier?: string
  readonly tracking?: string
}

/** What decides which forms the page of the order has. */
interface OpenForms {
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly isHeld: boolean
}

/**
 * What was entered in a form that the order does not have any more, since somebody else was faster: as a sentence, so that it is
 * not lost. Empty while the form is there and keeps it.
 */
export const enteredText = (
  { intent, reason = '', carrier = '', tracking = '' }: EnteredForm,
  { state, isHeld }: OpenForms,
): string => {
  const waits = state === 'placed' && !isHeld
  if (intent === 'ship' && !waits) return `You entered: ${carrier}, ${tracking}.`
  const isGone = (intent === 'hold' && !waits) || (intent === 'release' && !isHeld)
  return isGone && reason !== '' ? `You entered: “${reason}”.` : ''
}
