import { z } from 'zod'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

/** Why a code takes nothing off, on the wire; the message is its sentence. */
export const RefusalReply = z.object({ code: z.string(), reason: z.string(), message: z.string() })

/** Something that was taken off, on the wire: the message says why. */
export const DiscountReply = RefusalReply.extend({ amount: Price, currency: CurrencyCode })

export type DiscountReply = Readonly<z.output<typeof DiscountReply>>
