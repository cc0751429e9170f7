import { z } from 'zod'
import { currencies } from './currency-codes.ts'

/**
 * A price of a reply: a numeric string with the decimals of its currency, two for USD (spec §3), and a minus sign where it is
 * less than nothing.
 */
export const Price = z.string()

/** The currency of an amount, as it is stored and sent. */
export const CurrencyCode = z.enum(currencies)
