import type { DisputeDisagreement } from '#dispute/server/dispute-reconciliations.ts'
import type { Disagreement } from '#payment/server/reconciliations.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { formatPrice } from '#shared/money.ts'

/** A sum in the currency that one of the sides names. */
const shown = (cents: number, ...codes: readonly (string | null | undefined)[]): string => {
  const currency = codes.map((code) => currencyOf(code ?? '')).find((code) => code !== null)
  return currency === undefined ? `${cents} in a currency that is not known` : formatPrice(cents, currency)
}

const stateTexts = { succeeded: 'done', open: 'open', failed: 'failed' } as const

/** One disagreement as one sentence. */
export const differenceText = ({ what, key, difference, ours, theirs }: Disagreement): string => {
  const here = shown(ours?.cents ?? 0, ours?.currency, theirs?.currency)
  const there = shown(theirs?.cents ?? 0, theirs?.currency, ours?.currency)
  switch (difference) {
    case 'missing-here':
      return `The processor has a ${what} of ${there} that the shop has no record of: ${key}.`
    case 'missing-there':
      return `The shop has a ${what} of ${here} that the processor has no record of: ${key}.`
    case 'other-amount':
      return `A ${what} is ${here} in the shop and ${there} at the processor: ${key}.`
    case 'other-currency':
      return `A ${what} is in ${ours?.currency ?? ''} in the shop and in ${theirs?.currency ?? ''} at the processor: ${key}.`
    case 'other-state':
      return `A ${what} is ${stateTexts[ours?.state ?? 'failed']} in the shop and ${stateTexts[theirs?.state ?? 'failed']} at the processor: ${key}.`
    default:
      return difference satisfies never
  }
}

/** The same for a dispute. */
export const disputeDifferenceText = ({
  processorDispute: id,
  difference,
  ours,
  theirs,
}: DisputeDisagreement): string => {
  const here = shown(ours?.amountCents ?? 0, ours?.currency)
  const there = shown(theirs?.amountCents ?? 0, theirs?.currency)
  switch (difference) {
    case 'missing-here':
      return `The processor has a dispute of ${there} that the shop has no record of: ${id}.`
    case 'missing-there':
      return `The shop has a dispute of ${here} that the processor has no record of: ${id}.`
    case 'other-state':
      return `A dispute is ${ours?.state ?? ''} in the shop and ${theirs?.state ?? ''} at the processor: ${id}.`
    case 'other-sum':
      return `A dispute is about ${here} in the shop and ${there} at the processor: ${id}.`
    case 'other-movements':
      return `A dispute moved other sums in the shop than at the processor: ${id}.`
    default:
      return difference satisfies never
  }
}
