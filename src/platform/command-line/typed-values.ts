import { decimalsOf } from '#shared/currency.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency, shopCurrencies, shopCurrencyOf } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import { OperatorRefusal } from './operator-command.ts'

/** An amount as an operator types it, with all decimals of its currency. Throws OperatorRefusal for anything else. */
export const typedAmount = (amount: string, currency: Currency): Cents => {
  const decimals = decimalsOf(currency)
  const form = decimals === 0 ? /^\d{1,7}$/ : new RegExp(`^\\d{1,7}\\.\\d{${decimals}}$`)
  if (!form.test(amount))
    throw new OperatorRefusal(
      `${amount} is not an amount${currency === defaultCurrency ? '' : ` in ${currency}`} such as ${wirePrice(1250, currency)}.`,
    )
  return parsePrice(amount, currency)
}

/** The option `--currency` of a command. */
export const currencyOption = { currency: { type: 'string' } } as const

/** The currency that an operator names; the default for none. Throws OperatorRefusal for one that the shop does not know. */
export const typedCurrency = (code: string | undefined): ShopCurrency => {
  if (code === undefined) return defaultCurrency
  const currency = shopCurrencyOf(code)
  if (currency === null)
    throw new OperatorRefusal(
      `The shop does not know the currency ${code}. It knows ${shopCurrencies.join(', ')}.`,
    )
  return currency
}

/** A day as an operator types it, such as 2031-03-01. Throws OperatorRefusal for another form and for 2031-02-30. */
export const typedDay = (text: string): Temporal.PlainDate => {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' })
  } catch {
    throw new OperatorRefusal(`${text} is not a date such as 2031-03-01.`)
  }
}
