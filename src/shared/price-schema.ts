import { z } from 'zod'

/** A price of a reply: a numeric string with two decimals (spec §3), a minus sign where it is less than nothing. */
export const Price = z.string()
