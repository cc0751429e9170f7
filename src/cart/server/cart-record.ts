import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Cart } from '../rules/cart.ts'
import { GiftDetails, GiftDraft } from '../rules/gift-details.ts'
import { isRecord } from '#shared/is-record.ts'
import { currencyOf } from '#shared/currency-codes.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

/** The values entered at checkout, by field. */
type Draft = Readonly<Record<string, string>>

/** A cart as stored in the database. */
export interface StoredCart {
  readonly id: string
  readonly accountId: string | null
  readonly cart: Cart
  readonly draft: Draft
  /** In which it was last changed; null for one that is new, or was changed in one that no shop knows. */
  readonly currency: Currency | null
}

/** A cart as it was read; the next change of it stores only what could be read. */
export interface ReadCart extends StoredCart {
  /** Names of the columns of which something was left out; none of a sound cart. */
  readonly unreadable: readonly string[]
}

/** A part of a column that could be read, and whether that is all of it. */
interface Part<T> {
  readonly value: T
  readonly isComplete: boolean
}

// Far above what every plan allows, and far below where sums are no longer exact.
const Quantity = z.int().min(1).max(10_000)

const recordOf = <T>(value: unknown, schema: z.ZodType<T>): Part<Readonly<Record<string, T>>> => {
  if (!isRecord(value)) return { value: {}, isComplete: false }
  const entries = Object.entries(value)
  const read = entries.flatMap(([name, one]): [string, T][] => {
    const parsed = schema.safeParse(one)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return { value: Object.fromEntries(read), isComplete: read.length === entries.length }
}

/** The texts of a list, each once. */
const textsOf = (value: unknown): Part<readonly string[]> => {
  const all: readonly unknown[] = Array.isArray(value) ? value : [null]
  const read = [...new Set(all.filter((one) => typeof one === 'string'))]
  return { value: read, isComplete: read.length === all.length }
}

const orNull = <T>(value: unknown, schema: z.ZodType<T>): Part<T | null> => {
  if (value === null) return { value, isComplete: true }
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data, isComplete: true } : { value: null, isComplete: false }
}

/** The quantities of a stored cart. */
export const itemsFrom = (items: unknown): Cart['items'] => recordOf(items, Quantity).value

/** A cart from its row. What cannot be read of it is left out, so that no damaged row closes the shop to its owner. */
export const cartFrom = (row: Selectable<Database['cart']>): ReadCart => {
  const parts = {
    items: recordOf(row.items, Quantity),
    bundles: textsOf(row.bundles),
    further_codes: textsOf(row.further_codes),
    gift: orNull(row.gift, GiftDetails),
    gift_draft: orNull(row.gift_draft, GiftDraft),
    draft: recordOf(row.draft, z.string()),
  }
  return {
    id: row.id,
    accountId: row.account_id,
    cart: {
      items: parts.items.value,
      bundles: parts.bundles.value,
      promoCode: row.promo_code,
      furtherCodes: parts.further_codes.value,
      stackableCoupon: row.stackable_coupon,
      isCouponOffered: row.is_coupon_offered,
      giftDetails: parts.gift.value,
      giftDraft: parts.gift_draft.value,
    },
    draft: parts.draft.value,
    currency: currencyOf(row.currency),
    unreadable: Object.entries(parts).flatMap(([column, { isComplete }]) => (isComplete ? [] : [column])),
  }
}

/** The columns of a cart's content. */
export const columnsFrom = ({ cart, draft, currency }: Pick<StoredCart, 'cart' | 'draft' | 'currency'>) => ({
  items: JSON.stringify(cart.items),
  bundles: JSON.stringify(cart.bundles),
  promo_code: cart.promoCode,
  further_codes: [...cart.furtherCodes],
  stackable_coupon: cart.stackableCoupon,
  // The release before reads this column; the one that is read here follows it.
  vaginal_discount_eligible: cart.isCouponOffered,
  gift: cart.giftDetails && JSON.stringify(cart.giftDetails),
  gift_draft: cart.giftDraft && JSON.stringify(cart.giftDraft),
  draft: JSON.stringify(draft),
  currency: currency ?? defaultCurrency,
})
