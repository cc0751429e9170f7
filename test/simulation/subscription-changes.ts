import { changeSubscription, previewChange, undoChange } from '#subscription/change/change-endpoints.ts'
import type { ChangePreview, ChangeReply } from '#subscription/change/change-endpoints.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { viewSubscriptionChoices } from '#subscription/change/choice-endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import type { SeededRandom } from '../support/random.ts'
import { places } from '../support/places.ts'
import { callAs, homes, subscriptionsOf, describeOutcome, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** What a member asks for. */
export type Change = PayloadInput<typeof changeSubscription>['change']

const actions = [
  'skip', 'skip', 'unskip', 'skip-item', 'unskip-item', 'move', 'order-now', 'order-now', 'pause', 'pause', 'resume', 'resume', 'swap',
  'change-quantity', 'change-frequency', 'add-one-time', 'add-one-time', 'remove-one-time', 'change-address',
  'change-payment-method', 'apply-coupon', 'set-end', 'cancel', 'reactivate', 'reactivate',
] as const // prettier-ignore

/** Only possible with something else in the box, or after another change: then they are requested more often. */
const rareActions = ['skip-item', 'unskip-item', 'remove-one-time', 'unskip', 'resume'] as const

const reasons = [{}, { cancellationReasonId: 'too-much' }, { cancellationReasonText: 'moving abroad' }]

/** What somebody asks for; most of it makes sense. Null when there is nothing to choose from. */
export const randomChangeFor = async (
  shop: SimulatedShop,
  random: SeededRandom,
  person: Person,
  subscription: Subscription,
): Promise<Change | null> => {
  const possible = subscription.actions.filter(({ allowed }) => allowed).map(({ action }) => action)
  const rare = rareActions.filter((action) => possible.includes(action))
  const sensible =
    rare.length > 0 && random.isWithinPercent(35)
      ? rare
      : actions.filter((action) => possible.includes(action))
  const action = random.oneOf(random.isWithinPercent(85) && sensible.length > 0 ? sensible : actions)
  const offered = await callAs(shop, person, viewSubscriptionChoices, { id: subscription.id })
  if (offered.kind !== 'answered') return null
  const { swaps, frequencies, add_ons: addOns, cards, order_days: days, pause_days: pauses } = offered.answer
  const dayOf = ({ first, last }: { first: string; last: string }): string => {
    const day = Temporal.PlainDate.from(first).add({ days: random.intBelow(60) })
    return Temporal.PlainDate.compare(day, Temporal.PlainDate.from(last)) > 0 ? last : day.toString()
  }
  const planOf = (plans: readonly { plan_code: string }[]): string =>
    plans.length === 0 ? subscription.planCode : random.oneOf(plans).plan_code
  switch (action) {
    case 'skip':
    case 'unskip':
    case 'order-now':
    case 'resume':
      return { action }
    case 'move':
      return { action, on: dayOf(days) }
    case 'pause':
      return random.isWithinPercent(70) ? { action, until: dayOf(pauses) } : { action }
    case 'swap':
      return { action, plan_code: planOf(swaps) }
    case 'change-quantity':
      return { action, quantity: 1 + random.intBelow(4) }
    case 'change-frequency':
      return {
        action,
        interval_months: frequencies.length === 0 ? 1 : (random.oneOf(frequencies).interval_months ?? 1),
      }
    case 'add-one-time':
      return { action, plan_code: planOf(addOns), quantity: 1 }
    case 'skip-item':
    case 'unskip-item': {
      const { lines = [], held = [] } = subscription.upcoming_order ?? {}
      const items = action === 'skip-item' ? lines : held
      const addOn = random.isWithinPercent(50) && items.find(({ add_on_id: id }) => id !== null)
      return addOn && addOn.add_on_id ? { action, add_on_id: addOn.add_on_id } : { action }
    }
    case 'remove-one-time': {
      const addOn = subscription.upcoming_order?.lines.find(({ add_on_id: id }) => id !== null)
      return addOn?.add_on_id ? { action, add_on_id: addOn.add_on_id } : null
    }
    case 'change-address':
      return { action, address: places[random.oneOf(homes)] }
    case 'change-payment-method':
      return cards.length === 0 ? null : { action, payment_method_id: random.oneOf(cards).id }
    case 'apply-coupon':
      return { action, code: random.oneOf(['FOREVER15', 'WELCOME10', 'NOBODY-KNOWS']) }
    case 'set-end':
      return { action, orders: random.isWithinPercent(75) ? 1 + random.intBelow(3) : null }
    case 'cancel':
      return { action, ...random.oneOf(reasons) }
    case 'reactivate':
      return { action, order_now: random.isWithinPercent(40) }
    default:
      return action satisfies never
  }
}

/** What was agreed to and what is there now are the same to the cent; a sentence where they are not. */
export const compare = (seen: ChangePreview, made: ChangeReply): string[] => {
  if (made.charge !== 'none') return []
  const { upcoming_order: before } = seen
  const { upcoming_order: after } = made.subscription
  return before?.total === after?.total && before?.credit === after?.credit && before?.on === after?.on
    ? []
    : [
        `agreed to ${before?.total} less ${before?.credit} on ${before?.on}, got ${after?.total} less ${after?.credit} on ${after?.on}`,
      ]
}

export interface ChangeOutcome {
  readonly log: string
  readonly broken: readonly string[]
}

const withoutChange = (log: string): ChangeOutcome => ({ log, broken: [] })

/** Looks at a change, agrees to it (now and then twice at once), and now and then takes it back. */
export const makeRandomChange = async (
  shop: SimulatedShop,
  random: SeededRandom,
  person: Person,
): Promise<ChangeOutcome> => {
  const mine = await subscriptionsOf(shop, person)
  if (mine === null || mine.length === 0) return withoutChange('looks for subscriptions')
  const subscription = random.oneOf(mine)
  const { id } = subscription
  const change = await randomChangeFor(shop, random, person, subscription)
  if (change === null) return withoutChange('finds nothing to change')
  const seen = await callAs(shop, person, previewChange, { id, change })
  if (seen.kind !== 'answered')
    return withoutChange(`asks for ${change.action}: ${describeOutcome(seen, () => '')}`)
  const { token } = seen.answer
  const agree = () => callAs(shop, person, changeSubscription, { id, change, token })
  const outcomes = await Promise.all(random.isWithinPercent(20) ? [agree(), agree()] : [agree()])
  const broken = outcomes.flatMap((made) =>
    made.kind === 'answered' ? compare(seen.answer, made.answer) : [],
  )
  const results = outcomes.map((made) => describeOutcome(made, ({ charge }) => charge)).join(' and ')
  const log = `asks for ${change.action}, ${seen.answer.charged_now?.total ?? 'nothing'} now: ${results}`
  const [made] = outcomes
  if (made?.kind !== 'answered' || !random.isWithinPercent(20)) return { log, broken }
  const undone = await callAs(shop, person, undoChange, { id, change_id: made.answer.change_id })
  return { log: `${log}, takes it back: ${describeOutcome(undone, ({ state }) => state)}`, broken }
}
