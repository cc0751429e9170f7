import type { PayloadInput } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import type { previewChange } from '../change-endpoints.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'

/** The fields of a form, by name; a field that was not sent is missing. */
export type FormValues = Readonly<Record<string, string>>

export type RequestedChange = PayloadInput<typeof previewChange>['change']

/** Fields of a form that belong to the page and not to the change. */
const ownFields = ['token', 'step', 'month']

/** The entered values, from the query or the body of a form. */
export const formValuesIn = (fields: Iterable<readonly [string, unknown]>): FormValues =>
  Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      typeof value === 'string' && !ownFields.includes(name) ? [[name, value]] : [],
    ),
  )

const addressFields = [
  'firstName', 'lastName', 'address', 'unit', 'city', 'region', 'zip', 'country', 'phone', 'company',
] as const // prettier-ignore

const addressIn = (formValues: FormValues) => {
  const [firstName, lastName, address, unit, city, region, zip, country, phone, company] = addressFields.map(
    (name) => formValues[name] ?? '',
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

const cancellationIn = (formValues: FormValues): RequestedChange => {
  const reason = formValues['reason'] ?? ''
  const secondary = ownValue(formValues, `secondary-${reason}`) ?? ''
  const comment = formValues['comment'] ?? ''
  return {
    action: 'cancel',
    ...(reason === '' ? {} : { cancellationReasonId: reason }),
    ...(secondary === '' ? {} : { secondaryReasonId: secondary }),
    ...(comment === '' ? {} : { cancellationReasonText: comment }),
  }
}

/** The cycle whose order the member wants canceled with the change, as a part of the request. */
export const canceledCycleIn = ({ cancel_order: choice, charged_cycle: cycle }: FormValues) =>
  choice === 'yes' ? { cancel_order_of_cycle: cycle } : {}

const startIn = (formValues: FormValues): RequestedChange => {
  if (formValues['when'] === 'now') return { action: 'reactivate', order_now: true }
  // The form sends the day only with its row; a link sends it alone.
  const isDay =
    formValues['when'] === 'day' || (formValues['when'] === undefined && formValues['on'] !== undefined)
  return isDay ? { action: 'reactivate', next_order_on: formValues['on'] ?? '' } : { action: 'reactivate' }
}

const addingIn = ({ plan_code: planCode, quantity = '1' }: FormValues): RequestedChange | null =>
  planCode === undefined ? null : { action: 'add-one-time', plan_code: planCode, quantity: Number(quantity) }

const endIn = ({ orders }: FormValues): RequestedChange | null => {
  if (orders === undefined) return null
  return { action: 'set-end', orders: orders === 'none' ? null : Number(orders) }
}

const payingIn = (
  action: 'change-payment-method' | 'apply-coupon',
  { payment_method_id: cardId, code }: FormValues,
): RequestedChange | null => {
  if (action === 'apply-coupon') return code === undefined ? null : { action, code }
  return cardId === undefined ? null : { action, payment_method_id: cardId }
}

/** The change that a filled form requests; null while a required choice is missing. */
export const readChange = (action: MemberAction, formValues: FormValues): RequestedChange | null => {
  const { on, until, plan_code: planCode, quantity, interval_months: months, add_on_id: addOnId } = formValues
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
      return addingIn(formValues)
    case 'skip-item':
    case 'unskip-item':
      return addOnId === undefined ? { action } : { action, add_on_id: addOnId }
    case 'remove-one-time':
      return addOnId === undefined ? null : { action, add_on_id: addOnId }
    case 'change-address':
      return formValues['address'] === undefined ? null : { action, address: addressIn(formValues) }
    case 'change-payment-method':
    case 'apply-coupon':
      return payingIn(action, formValues)
    case 'set-end':
      return endIn(formValues)
    case 'cancel':
      return cancellationIn(formValues)
    case 'reactivate':
      return startIn(formValues)
    default:
      return action satisfies never
  }
}
