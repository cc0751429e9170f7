import { brand } from '#shared/brand.ts'
import { arrivalOfOrder } from '#delivery/rules/delivery-dates.ts'
import { wireRange, type WireRange } from '#shared/date-range.ts'

/**
 * When an order that is charged at the beginning of a day of the shop arrives; nothing that renews is made to order. Null
 * without a shipping method.
 */
export const upcomingArrival = (
  on: Temporal.PlainDate,
  methodCode: string | undefined,
  country: string,
): WireRange | null => {
  if (methodCode === undefined) return null
  const at = on.toZonedDateTime(brand.timeZone).toInstant()
  return wireRange(arrivalOfOrder(at, false, { methodCode, country }))
}
