import type { Stripe } from 'stripe'
import type { Account, StoredTaxTransaction } from '../account/account.ts'
import { find } from '../account/views.ts'
import { expanded } from '../wire/expansion.ts'
import { pageOf } from '../wire/list-page.ts'
import { StripeFault } from '../wire/stripe-fault.ts'

type Reverse = Stripe.Tax.TransactionCreateReversalParams
type Item = Stripe.Tax.TransactionLineItem

interface Amounts {
  readonly amount: number
  readonly amount_tax: number
}

const view = (stored: StoredTaxTransaction, paths: readonly string[] | undefined): Stripe.Tax.Transaction =>
  expanded(paths, ({ includes }) => ({
    ...stored.transaction,
    ...(includes('line_items')
      ? {
          line_items: {
            object: 'list' as const,
            data: stored.items.slice(0, 10),
            has_more: stored.items.length > 10,
            url: `/v1/tax/transactions/${stored.transaction.id}/line_items`,
          },
        }
      : {}),
  }))

const claimReference = (account: Account, reference: string): void => {
  if ([...account.taxTransactions.values()].some(({ transaction }) => transaction.reference === reference))
    throw StripeFault.invalid(`A tax transaction with the reference '${reference}' exists already.`, {
      code: 'resource_already_exists',
      param: 'reference',
    })
}

export const createFromCalculation = (
  account: Account,
  request: Stripe.Tax.TransactionCreateFromCalculationParams,
): Stripe.Tax.Transaction => {
  const { calculation, items, shipping } = find(
    account.calculations,
    'tax calculation',
    request.calculation,
    'calculation',
  )
  if ((calculation.expires_at ?? 0) <= account.now())
    throw StripeFault.invalid('This tax calculation has expired.', { param: 'calculation' })
  claimReference(account, request.reference)
  const transaction: Stripe.Tax.Transaction = {
    id: account.newId('tax'),
    object: 'tax.transaction',
    created: account.now(),
    currency: calculation.currency,
    customer: null,
    customer_details: calculation.customer_details,
    livemode: false,
    metadata: {},
    posted_at: request.posted_at ?? account.now(),
    reference: request.reference,
    reversal: null,
    ship_from_details: null,
    shipping_cost: shipping && {
      amount: shipping.amount,
      amount_tax: shipping.amount_tax,
      tax_behavior: shipping.tax_behavior,
      tax_code: shipping.tax_code,
    },
    tax_date: calculation.tax_date,
    type: 'transaction',
  }
  const own = items.map(({ amount, amount_tax, quantity, reference, tax_code }): Item => ({
    id: account.newId('tax_li'),
    object: 'tax.transaction_line_item',
    amount,
    amount_tax,
    livemode: false,
    metadata: {},
    product: null,
    quantity,
    reference,
    reversal: null,
    tax_behavior: 'exclusive',
    tax_code,
    type: 'transaction',
  }))
  const stored = { transaction, items: own }
  account.taxTransactions.set(transaction.id, stored)
  return view(stored, request.expand)
}

/** The reversals of a transaction that were not reversed themselves. */
const reversalsOf = (account: Account, id: string): StoredTaxTransaction[] =>
  [...account.taxTransactions.values()].filter(
    ({ transaction }) =>
      transaction.reversal?.original_transaction === id &&
      ![...account.taxTransactions.values()].some(
        (other) => other.transaction.reversal?.original_transaction === transaction.id,
      ),
  )

const add = (parts: readonly (Amounts | null | undefined)[]): Amounts => ({
  amount: parts.reduce((sum, part) => sum + (part?.amount ?? 0), 0),
  amount_tax: parts.reduce((sum, part) => sum + (part?.amount_tax ?? 0), 0),
})

/** What is left of each line and, last, of shipping. */
const leftOf = (account: Account, original: StoredTaxTransaction): Amounts[] => {
  const reversals = reversalsOf(account, original.transaction.id)
  const items = original.items.map((item) =>
    add([
      item,
      ...reversals
        .flatMap((reversal) => reversal.items)
        .filter(({ reversal }) => reversal?.original_line_item === item.id),
    ]),
  )
  return [
    ...items,
    add([
      original.transaction.shipping_cost,
      ...reversals.map(({ transaction }) => transaction.shipping_cost),
    ]),
  ]
}

/** A flat sum over what is left of each part, in proportion; the last part that has something takes the odd unit. */
const spread = (left: readonly Amounts[], sum: number): Amounts[] => {
  const wholes = left.map(({ amount, amount_tax }) => amount + amount_tax)
  const whole = wholes.reduce((total, one) => total + one, 0)
  if (sum > whole)
    throw StripeFault.invalid('The flat_amount exceeds the amount that is left to reverse.', {
      param: 'flat_amount',
    })
  let open = sum
  let openWhole = whole
  return left.map(({ amount_tax }, at) => {
    const own = wholes[at] ?? 0
    const part = openWhole === 0 ? 0 : Math.round((open * own) / openWhole)
    open -= part
    openWhole -= own
    const tax = own === 0 ? 0 : Math.round((part * amount_tax) / own)
    return { amount: part - tax, amount_tax: tax }
  })
}

/** What a reversal takes of each part, positive. */
const takenOf = (account: Account, request: Reverse, original: StoredTaxTransaction): Amounts[] => {
  const left = leftOf(account, original)
  if (request.mode === 'full') {
    if (request.flat_amount !== undefined || request.line_items || request.shipping_cost)
      throw StripeFault.invalid('A full reversal takes no amounts.', { param: 'mode' })
    if (reversalsOf(account, original.transaction.id).length > 0)
      throw StripeFault.invalid('This transaction has been reversed in part.', { param: 'mode' })
    return left
  }
  if (request.line_items || request.shipping_cost) throw StripeFault.unmodelled('reversals of single lines')
  const { flat_amount: flat } = request
  if (flat === undefined)
    throw StripeFault.invalid('Missing required param: flat_amount.', {
      code: 'parameter_missing',
      param: 'flat_amount',
    })
  if (flat >= 0)
    throw StripeFault.invalid('The flat_amount must be negative.', {
      code: 'parameter_invalid_integer',
      param: 'flat_amount',
    })
  return spread(left, -flat)
}

const isReversed = (account: Account, id: string): boolean =>
  [...account.taxTransactions.values()].some(
    ({ transaction }) => transaction.reversal?.original_transaction === id,
  )

/** A reversal can be undone by a full reversal of it, once; nothing else can be done with it. */
const checkOriginal = (account: Account, request: Reverse, original: StoredTaxTransaction): void => {
  if (original.transaction.type !== 'reversal') return
  if (request.mode === 'partial' || isReversed(account, original.transaction.id))
    throw StripeFault.invalid('This reversal cannot be reversed.', { param: 'original_transaction' })
}

export const createReversal = (account: Account, request: Reverse): Stripe.Tax.Transaction => {
  const original = find(
    account.taxTransactions,
    'tax transaction',
    request.original_transaction,
    'original_transaction',
  )
  checkOriginal(account, request, original)
  claimReference(account, request.reference)
  const taken = takenOf(account, request, original)
  // Not -0.
  const negative = ({ amount, amount_tax }: Amounts): Amounts => ({
    amount: 0 - amount,
    amount_tax: 0 - amount_tax,
  })
  const shipping = original.transaction.shipping_cost
  const transaction: Stripe.Tax.Transaction = {
    ...original.transaction,
    id: account.newId('tax'),
    created: account.now(),
    posted_at: account.now(),
    reference: request.reference,
    reversal: { original_transaction: original.transaction.id },
    shipping_cost: shipping && { ...shipping, ...negative(taken.at(-1) ?? { amount: 0, amount_tax: 0 }) },
    type: 'reversal',
  }
  const items = original.items.map((item, at): Item => ({
    ...item,
    ...negative(taken[at] ?? { amount: 0, amount_tax: 0 }),
    id: account.newId('tax_li'),
    reversal: { original_line_item: item.id },
    type: 'reversal',
  }))
  const stored = { transaction, items }
  account.taxTransactions.set(transaction.id, stored)
  return view(stored, request.expand)
}

export const retrieveTransaction = (
  account: Account,
  request: Stripe.Tax.TransactionRetrieveParams,
  id: string,
): Stripe.Tax.Transaction => view(find(account.taxTransactions, 'tax transaction', id), request.expand)

export const listLineItems = (
  account: Account,
  request: Stripe.Tax.TransactionListLineItemsParams,
  id: string,
): Stripe.ApiList<Item> => {
  const { items } = find(account.taxTransactions, 'tax transaction', id)
  return pageOf(`/v1/tax/transactions/${id}/line_items`, items, request, (item, paths) =>
    expanded(paths, () => item),
  )
}
