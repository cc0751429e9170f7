import { ownValue } from '#shared/own-value.ts'
import type { Cart } from './cart.ts'

type Items = Cart['items']

/** What was added to a cart after its purchase began: the quantities beyond those that were bought. */
export const leftInCart = (now: Items, bought: Items): Items =>
  Object.fromEntries(
    Object.entries(now).flatMap(([code, quantity]) => {
      const left = quantity - (ownValue(bought, code) ?? 0)
      return left > 0 ? [[code, left]] : []
    }),
  )
