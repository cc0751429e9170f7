import { z } from 'zod'
import { Email } from '#shared/address.ts'

/** The number of an order as somebody types it. */
export const OrderNumber = z.string().trim().toUpperCase().min(1, 'Please enter the order number.').max(32)

/** Which order, as fields of a payload: a member's own by its number, anybody's by its number and e-mail together. */
export const orderLookup = { number: OrderNumber, email: Email.optional() }
