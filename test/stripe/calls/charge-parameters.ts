import type { Stripe } from 'stripe'
import { expand, pagination, parameters, range, text, unmodelled } from '../wire/parameters.ts'

export const retrieveParameters = parameters<Stripe.ChargeRetrieveParams>()({ expand })

export const listParameters = parameters<Stripe.ChargeListParams>()({
  ...pagination,
  created: range.optional(),
  customer: text.optional(),
  expand,
  payment_intent: text.optional(),
  transfer_group: unmodelled,
})
