import { ShopError } from '#shared/errors.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { chargeInFlightMessage } from './charge-in-flight.ts'
import type { ChargeAmount, ChargeDuringChange, NamedCharge } from './charge-in-flight.ts'

/** The amount of a charge in a reply. */
interface AmountReply {
  /** A numeric string. */
  readonly amount: string
  readonly currency: Currency
  readonly on: string
}

/** A charge in a reply. */
export interface ChargeReply extends AmountReply {
  readonly cycle_id: string
  readonly is_requested: boolean
  readonly is_order_canceled: boolean
}

/** As `ChargeReply`, of a charge that was in flight when a change was made. */
export interface ChargeDuringChangeReply extends ChargeReply {
  readonly state: ChargeDuringChange['state']
  readonly can_cancel_order: boolean
}

/** A charge in the form of the wire. */
export const wireChargeInFlight = (charge: NamedCharge): ChargeReply => ({
  cycle_id: charge.cycleId,
  amount: wirePrice(charge.cents, charge.currency),
  currency: charge.currency,
  on: charge.on,
  is_requested: charge.isRequested,
  is_order_canceled: charge.isOrderCanceled,
})

/** A charge that was in flight when a change was made, in the form of the wire. */
export const wireChargeDuringChange = (charge: ChargeDuringChange): ChargeDuringChangeReply => ({
  ...wireChargeInFlight(charge),
  state: charge.state,
  can_cancel_order: charge.canCancelOrder,
})

/** The amount of a charge from a reply, for the sentences about it. */
export const readChargeAmount = ({ amount, currency, on }: AmountReply): ChargeAmount => ({
  cents: parsePrice(amount, currency),
  currency,
  on,
})

/** A charge from a reply. */
export const readCharge = (reply: ChargeReply): NamedCharge => ({
  ...readChargeAmount(reply),
  cycleId: reply.cycle_id,
  isRequested: reply.is_requested,
  isOrderCanceled: reply.is_order_canceled,
})

/** A charge that was in flight when a change was made, from a reply; null for none. */
export const readChargeDuringChange = (reply: ChargeDuringChangeReply | null): ChargeDuringChange | null =>
  reply && { ...readCharge(reply), state: reply.state, canCancelOrder: reply.can_cancel_order }

/** ACTION_NOT_ALLOWED while a charge is in flight, with its amount. */
export const chargeInFlightError = (charge: NamedCharge): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: `${chargeInFlightMessage(charge)} Please try again in a few minutes. Nothing else was changed. Once it’s paid, you can cancel that order until we pack it.`,
    data: { reason: 'charge-in-flight', charge_in_flight: wireChargeInFlight(charge) },
  })
