import { formatPrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { currencyOf } from '#shared/currency-codes.ts'

/** A change of the balance as one side has it. */
export interface ComparedEntry {
  readonly entry: string
  readonly kind: string
  readonly amountCents: Cents
  readonly feeCents: Cents
  /** As the processor writes it; mostly an ISO 4217 code. */
  readonly currency: string
}

export interface ComparedPayout {
  readonly processorPayout: string
  readonly amountCents: Cents
  readonly currency: string
  readonly state: string
}

const shown = (cents: Cents, code: string): string => {
  const currency = currencyOf(code)
  return currency === null ? `${cents} of the smallest unit of ${code}` : formatPrice(cents, currency)
}

const entryText = ({ amountCents, feeCents, currency }: ComparedEntry): string =>
  `${shown(amountCents, currency)} with a fee of ${shown(feeCents, currency)}`

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
  return ours.amountCents === theirs.amountCents &&
    ours.feeCents === theirs.feeCents &&
    ours.currency === theirs.currency
    ? []
    : [
        `A ${ours.kind} is ${entryText(ours)} in the shop and ${entryText(theirs)} at the processor: ${ours.entry}.`,
      ]
}

/** The same for a payout. */
export const payoutDifference = (ours: ComparedPayout | null, theirs: ComparedPayout | null): string[] => {
  const text = ({ amountCents, currency, state }: ComparedPayout): string =>
    `${shown(amountCents, currency)}, ${state},`
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
  return ours.amountCents === theirs.amountCents &&
    ours.currency === theirs.currency &&
    ours.state === theirs.state
    ? []
    : [`A payout is ${text(ours)} in the shop and ${text(theirs)} at the processor: ${ours.processorPayout}.`]
}

/** A sentence for an entry that has no place in the ledger; none for one that has. */
export const unpostedText = (entry: ComparedEntry & { readonly isPosted: boolean }): string[] => {
  const { kind, feeCents, isPosted, currency } = entry
  if (kind === 'other' || currencyOf(currency) === null)
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
export const balanceDifference = (theirs: Cents, ours: Cents, currency: string): string[] =>
  theirs === ours
    ? []
    : [
        `The processor owes the shop ${shown(theirs, currency)} by its own entries and ${shown(ours, currency)} in the ledger.`,
      ]
