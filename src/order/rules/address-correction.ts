import { isOpen, isPackedOrLater } from '#shipment/rules/shipment-state.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import type { Address } from '#shared/address.ts'

interface CorrectionFacts {
  readonly state: 'placed' | 'shipped' | 'canceled'
  readonly isUnclaimedGift: boolean
  readonly shipments: readonly { readonly state: ShipmentState; readonly isReship: boolean }[]
  /** Before and after. */
  readonly countries: readonly [string, string]
  /** The tax rates of both places, in percent. */
  readonly percents: readonly [number, number]
}

/** The shipments that a correction changes: those of the order, or once they have left what is sent again and waits. */
export const correctedShipments = <Sent extends CorrectionFacts['shipments'][number]>(
  state: CorrectionFacts['state'],
  shipments: readonly Sent[],
): Sent[] =>
  state === 'placed'
    ? shipments.filter(({ isReship }) => !isReship)
    : shipments.filter((one) => one.isReship && isOpen(one.state))

/** Whether two addresses have the same in every field. */
export const isSameAddress = (one: Address, other: Address): boolean => {
  const fields = new Map(Object.entries(other))
  return Object.entries(one).every(([name, value]) => fields.get(name) === value)
}

/** Why an address is not corrected, as a sentence; null when it may be. */
export const addressRefusal = ({
  state,
  isUnclaimedGift,
  shipments,
  countries,
  percents,
}: CorrectionFacts): string | null => {
  const corrected = correctedShipments(state, shipments)
  if (state === 'canceled' || corrected.length === 0) return 'Nothing of this order waits to be shipped.'
  if (isUnclaimedGift) return 'The recipient of the gift says where it goes.'
  if (corrected.some((one) => isPackedOrLater(one.state)))
    return 'Packing has begun, so the address cannot change any more.'
  if (countries[0] !== countries[1])
    return 'An order stays in its country. Cancel it, and have it placed again for the other one.'
  if (percents[0] !== percents[1])
    return `The sales tax there is ${percents[1]}% instead of ${percents[0]}%. Cancel the order, and have it placed again for that address.`
  return null
}
