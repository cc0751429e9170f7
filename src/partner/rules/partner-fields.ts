import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import { oneLine } from '#shared/one-line.ts'

export const OrderNumber = oneLine()
  .max(32)
  .regex(/^[A-Za-z0-9-]+$/, 'Please enter an order number.')

/** The currency of an amount, under a name of its own in the document of the partner API. */
export const Currency = CurrencyCode.meta({ id: 'Currency' })

/** A place in a list, as partners get it and send it back: they need not know what is in it. */
export const cursor = z
  .string()
  .regex(/^[\w-]{1,120}$/, 'Please send the value of `next` of the page before.')

/** The longest address of a webhook. */
export const maxUrlLength = 300
