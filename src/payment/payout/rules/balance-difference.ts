import { formatPrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

/** A change of the balance as one side has it. */
export interface ComparedEntry {
  readonly entry: string
  readonly kind: string
  readonly amountCents: Cents
  readonly feeCents: Cents
}

export interface ComparedPayout {
  readonly processorPayout: string
  readonly amountCents: Cents
  readonly state: string
}

const shown = (cents: Cents): string => formatPrice(cents, 'USD')

const entryText = ({ amountCents, feeCents }: ComparedEntry): string =>
  `${shown(amountCents)} with a fee of ${shown(feeCents)}`

/** A sentence for an entry of the balance in which shop and processor differ; none when they agree. */
export const entryDifference = (ours: ComparedEntry | null, theirs: ComparedEntry | null): string[] => {
  if (ours === null && theirs === null) return []
  if (ours === null)
    return theirs === null
      ? []
      : [
          `The processor's balance has a ${theirs.kind} of ${entryText(theirs)} that the shop has not read: ${theirs.entry}.`,
        ]
  if (theirs === null)
    return [
      `The shop has read a ${ours.kind} of ${entryText(ours)} that the processor does not list: ${ours.entry}.`,
    ]
  return ours.amountCents === theirs.amountCents && ours.feeCents === theirs.feeCents
    ? []
    : [
        `A ${ours.kind} is ${entryText(ours)} in the shop and ${entryText(theirs)} at the processor: ${ours.entry}.`,
      ]
}

/** The same for a payout. */
export const payoutDifference = (ours: ComparedPayout | null, theirs: ComparedPayout | null): string[] => {
  const text = ({ amountCents, state }: ComparedPayout): string => `${shown(amountCents)}, ${state},`
  if (ours === null)
    return theirs === null
      ? []
      : [
          `The processor has a payout of ${text(theirs)} that the shop has not read: ${theirs.processorPayout}.`,
        ]
  if (theirs === null)
    return [
      `The shop has a payout of ${text(ours)} that the processor does not list: ${ours.processorPayout}.`,
    ]
  return ours.amountCents === theirs.amountCents && ours.state === theirs.state
    ? []
    : [`A payout is ${text(ours)} in the shop and ${text(theirs)} at the processor: ${ours.processorPayout}.`]
}

/** A sentence for an entry that has no place in the ledger; none for one that has. */
export const unpostedText = (
  entry: ComparedEntry & { readonly isPosted: boolean; readonly currency: string },
): string[] => {
  const { kind, feeCents, isPosted, currency } = entry
  if (kind === 'other' || currency !== 'USD')
    return [
      `The processor moved ${entryText(entry)} for a reason that the ledger does not know (${kind}, ${currency}): ${entry.entry}.`,
    ]
  const hasFee = kind === 'fee' || (kind !== 'dispute' && feeCents !== 0)
  return hasFee && !isPosted
    ? [
        `The fee of a ${kind} of ${entryText(entry)} is not in the ledger, because the shop has no record of its charge: ${entry.entry}.`,
      ]
    : []
}

/** A sentence when what the processor owes the shop by its own entries is not what the ledger says; cents. */
export const balanceDifference = (theirs: Cents, ours: Cents): string[] =>
  theirs === ours
    ? []
    : [`The processor owes the shop ${shown(theirs)} by its own entries and ${shown(ours)} in the ledger.`]
