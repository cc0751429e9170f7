import { oneLine } from '#shared/one-line.ts'

export const OrderNumber = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

export const Tracking = oneLine().regex(
  /^[A-Za-z0-9](?:[A-Za-z0-9 -]{0,38}[A-Za-z0-9])?$/,
  'Please enter the tracking number.',
)
