import { accounts } from '#ledger/rules/journal.ts'
import { ShopError } from '#shared/errors.ts'
import { currencyOf } from '#shared/currency-codes.ts'

type Words = (name: string) => string | undefined

/** What an address asks of the postings of an account. NOT_FOUND for an account or a currency that does not exist. */
export const requestedPostings = (name: string | undefined, words: Words) => {
  const account = accounts.find((one) => one === name)
  const currency = currencyOf(words('currency') ?? '')
  if (account === undefined || currency === null) throw new ShopError('NOT_FOUND')
  return { account, currency, until: words('until'), after: words('after') }
}

/** What an address asks of the tax of a month. NOT_FOUND for a currency that does not exist. */
export const requestedTaxes = (month: string | undefined, words: Words) => {
  const code = words('currency')
  const currency = code === undefined ? undefined : currencyOf(code)
  if (currency === null) throw new ShopError('NOT_FOUND')
  return { month: month ?? '', place: words('place'), currency, after: words('after') }
}

const kinds = ['invoice', 'credit-note', 'reversal'] as const

/** What an address asks of the invoices; a kind that does not exist is left out. */
export const requestedDocuments = (words: Words) => ({
  month: words('month'),
  kind: kinds.find((kind) => kind === words('kind')),
  after: words('after'),
})

/** What an address asks of the disputes. */
export const requestedDisputes = (words: Words) =>
  ({ state: words('state') === 'closed' ? 'closed' : 'open', after: words('after') }) as const
