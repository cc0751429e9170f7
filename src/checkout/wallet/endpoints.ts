import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Email } from '#shared/address.ts'
import { checkFields } from '#shared/human-check.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import { purchase, previewPurchase, PurchaseReply } from '../endpoints.ts'
import { WalletContact, WalletPlace } from './rules/wallet-address.ts'

const minorUnits = z.number().int()
const Row = z.object({ label: z.string(), amount: minorUnits })

/** What a wallet shows before its buyer confirms; amounts in the currency's smallest unit, as wallets take them. */
export const WalletOffer = z.object({
  currency: CurrencyCode,
  /** What the wallet pays: without the member's credit. */
  total: minorUnits,
  lines: z.array(Row),
  shipping: z.array(Row.extend({ id: z.string(), detail: z.string() })),
  /** The chosen one. */
  shipping_id: z.string(),
  /** The sentences about renewals. */
  terms: z.array(z.string()),
  renewals: z.array(Row.extend({ months: z.number().int(), first_on: z.string() })),
  /** What the purchase sends back: what was shown, in the words of `purchaseByWallet`. */
  shown: z.object({
    currency: CurrencyCode,
    total: z.string(),
    credit: z.string(),
    lines: z.array(z.object({ plan_code: z.string(), quantity: z.number().int() })),
  }),
})

export type WalletOffer = z.output<typeof WalletOffer>

/** A plan that is bought by itself, from its product page; if missing, the cart of the browser is bought. */
const PlanCode = z.string().min(1).max(40).optional()

/** The price of a purchase by wallet, for what the wallet says of the destination before the buyer confirms. */
export const previewWallet = defineEndpoint({
  name: 'previewWallet',
  method: 'POST',
  path: '/api/wallet/preview',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['preview', 'codes'],
  payload: z.object({
    plan_code: PlanCode,
    /** Null before the wallet has named one: then where the visitor seems to be. */
    place: WalletPlace.nullable().default(null),
    /** One that the country does not have is replaced by its standard method. */
    method_code: z.string().max(60).optional(),
    use_credit: z.boolean().default(true),
  }),
  reply: WalletOffer,
  errors: [...previewPurchase.errors, 'ITEM_NOT_AVAILABLE', 'ACTION_NOT_ALLOWED'],
})

const { lines, total, credit, request_id } = purchase.payload.shape

/**
 * Buys by a wallet, at the address that the wallet gives. Everything that the wallet showed is compared with the shop's
 * own calculation: lines, currency, total, credit and the sentences about renewals; TOTAL_CHANGED when one of them differs.
 */
export const purchaseByWallet = defineEndpoint({
  name: 'purchaseByWallet',
  method: 'POST',
  path: '/api/wallet/purchase',
  spec: 'shop',
  access: 'anyone',
  agent: 'denied: money',
  limit: ['purchase', 'codes'],
  payload: z.object({
    plan_code: PlanCode,
    /** Made by the page each time the wallet is opened: the same request twice is one purchase. */
    request_id,
    email: Email,
    contact: WalletContact,
    method_code: z.string().max(60),
    lines: lines.unwrap(),
    currency: CurrencyCode,
    total,
    credit,
    /** The sentences about renewals that were shown and agreed to. */
    terms: z.array(z.string().max(600)).max(20),
    token: z.string().min(1).max(255),
    ...checkFields,
  }),
  reply: PurchaseReply,
  errors: [...purchase.errors, 'ACTION_NOT_ALLOWED'],
})
