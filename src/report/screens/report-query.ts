import { ShopError } from '#shared/errors.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import { reportParts } from '../rules/report.ts'
import { rowKinds, rowNumbers } from '../rules/row-numbers.ts'

type Words = (name: string) => string | undefined

const requestedCurrency = (words: Words) => {
  const code = words('currency')
  if (code === undefined) return undefined
  const currency = currencyOf(code)
  if (currency === null) throw new ShopError('NOT_FOUND')
  return currency
}

/** What an address asks of the report; the first part without one. NOT_FOUND for a part or a currency that there is not. */
export const requestedReport = (name: string | undefined, words: Words) => {
  const part = name === undefined ? reportParts[0] : reportParts.find((one) => one === name)
  if (part === undefined) throw new ShopError('NOT_FOUND')
  return { part, from: words('from'), to: words('to'), currency: requestedCurrency(words) }
}

/** What an address asks of the rows of a number. NOT_FOUND for a number or a currency that there is not. */
export const requestedRows = (words: Words) => {
  const number = rowNumbers.find((one) => one === words('number'))
  if (number === undefined) throw new ShopError('NOT_FOUND')
  return {
    number,
    from: words('from'),
    to: words('to') ?? '',
    currency: requestedCurrency(words),
    cohort: words('cohort'),
    kind: rowKinds.find((kind) => kind === words('kind')),
    after: words('after'),
  }
}
