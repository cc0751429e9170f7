import type { PayloadInput } from '#shared/call.ts'
import { ownValue } from '#shared/own-value.ts'
import type { previewChange } from '../change-calls.ts'
import type { MemberAction } from '../rules/subscription-state.ts'

/** What stands in the fields of a form, by name; a field that was not sent is missing. */
export type Typed = Readonly<Record<string, string>>

export type AskedChange = PayloadInput<typeof previewChange>['change']

/** Fields of a form that belong to the page and not to the change. */
const ownFields = ['token', 'step', 'month']

/** What was typed, from the query or the body of a form. */
export const typedIn = (fields: Iterable<readonly [string, unknown]>): Typed =>
  Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      typeof value === 'string' && !ownFields.includes(name) ? [[name, value]] : [],
    ),
  )

const addressFields = [
  'firstName', 'lastName', 'address', 'unit', 'city', 'region', 'zip', 'country', 'phone', 'company',
] as const // prettier-ignore

const addressIn = (typed: Typed) => {
  const [firstName, lastName, address, unit, city, region, zip, country, phone, company] = addressFields.map(
    (name) => typed[name] ?? '',
  )
  return {
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    address: address ?? '',
    city: city ?? '',
    country: country ?? '',
    unit,
    region,
    zip,
    phone,
    company,
  }
}

const leavingIn = (typed: Typed): AskedChange => {
  const reason = typed['reason'] ?? ''
  const secondary = ownValue(typed, `secondary-${reason}`) ?? ''
  const words = typed['words'] ?? ''
  return {
    action: 'cancel',
    ...(reason === '' ? {} : { cancellationReasonId: reason }),
    ...(secondary === '' ? {} : { secondaryReasonId: secondary }),
    ...(words === '' ? {} : { cancellationReasonText: words }),
    ...(typed['take_back'] === 'yes' ? { take_back: typed['take_back_cycle'] } : {}),
  }
}

const startIn = (typed: Typed): AskedChange => {
  if (typed['when'] === 'now') return { action: 'reactivate', order_now: true }
  // The day stands in the form only beside its row; a link names it alone.
  const isDay = typed['when'] === 'day' || (typed['when'] === undefined && typed['on'] !== undefined)
  return isDay ? { action: 'reactivate', next_order_on: typed['on'] ?? '' } : { action: 'reactivate' }
}

const addingIn = ({ plan_code: planCode, quantity = '1' }: Typed): AskedChange | null =>
  planCode === undefined ? null : { action: 'add-one-time', plan_code: planCode, quantity: Number(quantity) }

const endIn = ({ orders }: Typed): AskedChange | null => {
  if (orders === undefined) return null
  return { action: 'set-end', orders: orders === 'none' ? null : Number(orders) }
}

const payingIn = (
  action: 'change-payment-method' | 'apply-coupon',
  { payment_method_id: cardId, code }: Typed,
): AskedChange | null => {
  if (action === 'apply-coupon') return code === undefined ? null : { action, code }
  return cardId === undefined ? null : { action, payment_method_id: cardId }
}

/** The change that a filled form asks for; null as long as nothing was chosen that the change needs. */
export const readChange = (action: MemberAction, typed: Typed): AskedChange | null => {
  const { on, until, plan_code: planCode, quantity, interval_months: months, add_on_id: addOnId } = typed
  switch (action) {
    case 'skip':
    case 'unskip':
    case 'order-now':
    case 'resume':
      return { action }
    case 'move':
      return on === undefined ? null : { action, on }
    case 'pause':
      return until === undefined || until === '' ? { action } : { action, until }
    case 'swap':
      return planCode === undefined ? null : { action, plan_code: planCode }
    case 'change-quantity':
      return quantity === undefined ? null : { action, quantity: Number(quantity) }
    case 'change-frequency':
      return months === undefined ? null : { action, interval_months: Number(months) }
    case 'add-one-time':
      return addingIn(typed)
    case 'skip-item':
    case 'unskip-item':
      return addOnId === undefined ? { action } : { action, add_on_id: addOnId }
    case 'remove-one-time':
      return addOnId === undefined ? null : { action, add_on_id: addOnId }
    case 'change-address':
      return typed['address'] === undefined ? null : { action, address: addressIn(typed) }
    case 'change-payment-method':
    case 'apply-coupon':
      return payingIn(action, typed)
    case 'set-end':
      return endIn(typed)
    case 'cancel':
      return leavingIn(typed)
    case 'reactivate':
      return startIn(typed)
    default:
      return action satisfies never
  }
}
