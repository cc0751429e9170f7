import {
  correctAddress,
  handOver,
  holdByOperator,
  orderByNumber,
  packOrder,
  releaseByOperator,
} from '#order/server/orders.ts'
import type { Also, Order } from '#order/server/orders.ts'
import type { Taxes } from '#pricing/server/taxes.ts'
import { carrierCodes } from '#shipment/rules/carriers.ts'
import { recordAction } from '#staff/server/audits.ts'
import type { NewAuditEntry } from '#staff/server/audits.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../endpoints.ts'
import { changedFields } from '../rules/staff-changes.ts'
import { orderSubject } from './desk-order.ts'

const done = { success: true } as const

/** Writes who did it, in the transaction of the action. */
const entry = (context: RequestContext, what: Omit<NewAuditEntry, 'subject' | 'accountId'>): Also => {
  const actor = staffOf(context)
  return (tx: Tx, { number, accountId }: Order) =>
    recordAction(
      tx,
      { actor, requestId: context.requestId },
      { ...what, subject: orderSubject(number), accountId },
    )
}

interface OrderActionServices {
  readonly deps: AppDeps
  readonly taxes: Taxes
}

/** The lines of a part of an order; null for everything that waits. VALIDATION_ERROR for a line that it does not have. */
const partOf = async (
  { database }: AppDeps,
  number: string,
  units: PayloadOf<typeof endpoints.shipDeskOrder>['units'],
) => {
  if (units.length === 0) return null
  const { lines } = await orderByNumber(database, number)
  return units.map(({ position, quantity }) => {
    const line = lines[position]
    if (!line) throw new ShopError('VALIDATION_ERROR', { fields: { units: 'The order has no such line.' } })
    return { sku: line.planCode, quantity }
  })
}

/** Packing, shipping, and what keeps an order from it. */
const createShippingHandlers = ({ deps }: OrderActionServices) => {
  const holdDeskOrder: Handler<typeof endpoints.holdDeskOrder> = async (context, { number, reason }) => {
    await holdByOperator(deps, number, reason, entry(context, { action: 'order.held', reason }))
    return done
  }
  const releaseDeskOrder: Handler<typeof endpoints.releaseDeskOrder> = async (
    context,
    { number, reason },
  ) => {
    await releaseByOperator(deps, number, reason, entry(context, { action: 'order.released', reason }))
    return done
  }
  const packDeskOrder: Handler<typeof endpoints.packDeskOrder> = async (context, { number }) => {
    await packOrder(deps, number, null, entry(context, { action: 'order.packed' }))
    return done
  }
  const shipDeskOrder: Handler<typeof endpoints.shipDeskOrder> = async (context, payload) => {
    const { number, carrier, tracking, units } = payload
    if (!carrierCodes.includes(carrier))
      throw new ShopError('VALIDATION_ERROR', { fields: { carrier: 'Please choose a carrier.' } })
    const lines = await partOf(deps, number, units)
    const handed = { order: number, carrier, tracking, service: null, lines, weightGrams: null }
    const also = entry(context, { action: 'order.shipped', after: { carrier, tracking } })
    await handOver(deps, handed, 'operator', also)
    return done
  }
  return { holdDeskOrder, releaseDeskOrder, packDeskOrder, shipDeskOrder }
}

/** Where an order goes, and its confirmation again. */
const createAddressHandlers = ({ deps, taxes }: OrderActionServices) => {
  const correctDeskAddress: Handler<typeof endpoints.correctDeskAddress> = async (context, payload) => {
    const { number, address, shown, reason } = payload
    const also = (tx: Tx, order: Order, before: Address): void =>
      entry(context, {
        action: 'order.address-corrected',
        after: { changed: changedFields(before, address).join(' ') },
        reason,
      })(tx, order)
    await correctAddress({ deps, taxes }, { number, address, shown }, also)
    return done
  }
  const resendDeskMail: Handler<typeof endpoints.resendDeskMail> = async (context, { number, reason }) => {
    const order = await orderByNumber(deps.database, number)
    await inTransaction(deps, async (tx) => {
      const { id: orderId, accountId } = order
      tx.publish({ kind: 'order-mail-requested', orderId, accountId, copy: tx.ids.uuid() })
      entry(context, { action: 'order.mail-resent', reason })(tx, order)
    })
    return done
  }
  return { correctDeskAddress, resendDeskMail }
}

/** Actions on what has not left of an order, by the rules that operators' commands use too. */
export const createOrderActionHandlers = (services: OrderActionServices) => ({
  ...createShippingHandlers(services),
  ...createAddressHandlers(services),
})
