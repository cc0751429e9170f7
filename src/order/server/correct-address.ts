import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { goodsPercent } from '#pricing/rules/tax-rate.ts'
import type { Taxes } from '#pricing/server/taxes.ts'
import { addressRefusal, correctedShipments, isSameAddress } from '../rules/address-correction.ts'
import { shipmentsOf, updateShipTo } from '#shipment/server/shipments.ts'
import { isClaimed } from '../rules/gift-claim.ts'
import type { Order } from './order-record.ts'
import { lockOrder, selectOrderByNumber } from './order-store.ts'

interface Correction {
  readonly number: string
  readonly address: Address
  /** The address that somebody saw and corrects; null when it may be any. */
  readonly shown: Address | null
}

/**
 * Changes where an order goes while nothing of it is packed, or where what is sent again of it goes while that is not packed. What
 * was paid stays: another tax rate is refused. The invoice keeps the address of the purchase. NOT_FOUND; ACTION_NOT_ALLOWED with the reason as a sentence, also when it is another one by now than was `shown`.
 */
export const correctAddress = (
  { deps, taxes }: { readonly deps: AppDeps; readonly taxes: Taxes },
  { number, address, shown }: Correction,
  also?: (tx: Tx, order: Order, before: Address) => void,
): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const found = await selectOrderByNumber(tx.db, number.toUpperCase())
    const order = found && (await lockOrder(tx, found.id))
    if (!order) throw new ShopError('NOT_FOUND')
    const shipments = (await shipmentsOf(tx.db, [order.id])).get(order.id) ?? []
    const corrected = correctedShipments(order.state, shipments)
    const before = corrected.at(-1)?.shipTo ?? order.shipTo
    const refusal = addressRefusal({
      state: order.state,
      isUnclaimedGift: order.kind === 'gift' && !isClaimed(order),
      shipments,
      countries: [before.country, address.country],
      percents: [
        goodsPercent(await taxes.rateFor(tx.db, before)),
        goodsPercent(await taxes.rateFor(tx.db, address)),
      ],
    })
    if (refusal !== null) throw new ShopError('ACTION_NOT_ALLOWED', { detail: refusal })
    if (shown !== null && !isSameAddress(before, shown))
      throw new ShopError('ACTION_NOT_ALLOWED', {
        detail: 'The address was changed meanwhile. Nothing was saved.',
      })
    await updateShipTo(
      tx,
      corrected.map(({ id }) => id),
      address,
    )
    also?.(tx, order, before)
  })
