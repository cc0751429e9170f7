import { z } from 'zod'
import { wirePrice } from '#shared/money.ts'
import { PartnerSubscription } from '../rules/partner-subscription.ts'

const moment = z.string().transform((text) => Temporal.Instant.from(text).toString())

/** A row of the view `partner_subscription`. */
export const SubscriptionRow = PartnerSubscription.omit({ unit_price: true }).extend({
  unit_price_cents: z.number(),
  activated_at: moment,
  canceled_at: moment.nullable(),
})

/** The wire form of a subscription; only a live one has a next order. */
export const wirePartnerSubscription = ({
  unit_price_cents: cents,
  ...row
}: z.output<typeof SubscriptionRow>): PartnerSubscription => ({
  ...row,
  next_order_on: ['active', 'future', 'paused'].includes(row.state) ? row.next_order_on : null,
  unit_price: wirePrice(cents, row.currency),
})
