import type { Subscription } from '#subscription/endpoints.ts'

/** What the fields of a change show of its subscription. */
export type ChangedSubscription = Pick<
  Subscription,
  | 'id'
  | 'address'
  | 'quantity'
  | 'interval_months'
  | 'payment_method_id'
  | 'next_order_on'
  | 'paused_until'
  | 'remaining_orders'
>
