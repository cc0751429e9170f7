import { z } from 'zod'
import type { Stripe } from 'stripe'
import {
  emptyable,
  expand,
  integer,
  listOf,
  metadata,
  oneOf,
  pagination,
  parameters,
  text,
  unmodelled,
} from '../wire/parameters.ts'

type Create = Stripe.Tax.CalculationCreateParams
type Reverse = Stripe.Tax.TransactionCreateReversalParams

const place = emptyable(text).optional()

const behavior = oneOf<Stripe.Tax.CalculationCreateParams.LineItem.TaxBehavior>({
  exclusive: 'exclusive',
  inclusive: 'inclusive',
})

const address = parameters<Stripe.Tax.CalculationCreateParams.CustomerDetails.Address>()({
  city: place,
  country: text,
  line1: place,
  line2: place,
  postal_code: place,
  state: place,
})

const customer = parameters<Stripe.Tax.CalculationCreateParams.CustomerDetails>()({
  address: address.optional(),
  address_source: oneOf<Stripe.Tax.CalculationCreateParams.CustomerDetails.AddressSource>({
    billing: 'billing',
    shipping: 'shipping',
  }).optional(),
  ip_address: unmodelled,
  tax_ids: unmodelled,
  taxability_override: unmodelled,
})

const lineItem = parameters<Stripe.Tax.CalculationCreateParams.LineItem>()({
  amount: integer,
  metadata: metadata.optional(),
  performance_location: unmodelled,
  product: unmodelled,
  quantity: integer.optional(),
  reference: text.optional(),
  tax_behavior: behavior.optional(),
  tax_code: text.optional(),
})

const shippingCost = parameters<Stripe.Tax.CalculationCreateParams.ShippingCost>()({
  amount: integer.optional(),
  shipping_rate: unmodelled,
  tax_behavior: behavior.optional(),
  tax_code: text.optional(),
})

export const createParameters = parameters<Create>()({
  currency: text,
  customer: unmodelled,
  customer_details: customer.optional(),
  expand,
  line_items: listOf(lineItem),
  ship_from_details: unmodelled,
  shipping_cost: shippingCost.optional(),
  tax_date: integer.optional(),
})

export const fromCalculationParameters = parameters<Stripe.Tax.TransactionCreateFromCalculationParams>()({
  calculation: text,
  expand,
  metadata: metadata.optional(),
  posted_at: integer.optional(),
  reference: z.string().min(1).max(500),
})

const reversedItem = parameters<Stripe.Tax.TransactionCreateReversalParams.LineItem>()({
  amount: integer,
  amount_tax: integer,
  metadata: metadata.optional(),
  original_line_item: text,
  quantity: integer.optional(),
  reference: text,
})

export const reversalParameters = parameters<Reverse>()({
  expand,
  flat_amount: integer.optional(),
  line_items: listOf(reversedItem).optional(),
  metadata: metadata.optional(),
  mode: oneOf<Stripe.Tax.TransactionCreateReversalParams.Mode>({ full: 'full', partial: 'partial' }),
  original_transaction: text,
  reference: z.string().min(1).max(500),
  shipping_cost: parameters<Stripe.Tax.TransactionCreateReversalParams.ShippingCost>()({
    amount: integer,
    amount_tax: integer,
  }).optional(),
})

export const retrieveParameters = parameters<Stripe.Tax.TransactionRetrieveParams>()({ expand })

export const lineItemListParameters = parameters<Stripe.Tax.TransactionListLineItemsParams>()({
  ...pagination,
  expand,
})
