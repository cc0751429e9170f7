import type { Also } from '#order/server/orders.ts'
import { brand } from '#shared/brand.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { dateIn } from '#shared/dates.ts'
import { changeSubscription, previewChange, undoChange } from '#subscription/change/change-endpoints.ts'
import type { ChangeReply } from '#subscription/change/change-endpoints.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
import { recordAction } from '#staff/server/audits.ts'
import { confirmReturn } from '#withdrawal/server/confirmed-returns.ts'
import { ordersMailed } from '../support/invariants.ts'
import { retryUntilAnswered, recover, until, type Action } from './actions.ts'
import { outcomeOf, subscriptionsOf, type Person } from './people.ts'
import type { SimulatedShop } from './simulated-shop.ts'

type Change = PayloadInput<typeof changeSubscription>['change']

/** Makes a change of their one subscription; null while it cannot be made, or what it charges is not settled. */
const commitChange = async (
  shop: SimulatedShop,
  person: Person,
  change: Change,
  requestId: string,
): Promise<ChangeReply | null> => {
  const [subscription] = (await subscriptionsOf(shop, person)) ?? []
  if (subscription === undefined) return null
  const { id } = subscription
  const seen = await retryUntilAnswered(shop, person, previewChange, { id, change })
  if (seen.kind === 'refused') return null
  const request = { id, change, token: seen.answer.token, request_id: requestId }
  const made = await retryUntilAnswered(shop, person, changeSubscription, request)
  if (made.kind === 'refused') return null
  if (made.answer.charge !== 'pending') return made.answer
  await recover(shop)
  const again = await retryUntilAnswered(shop, person, changeSubscription, request)
  return again.kind === 'answered' && again.answer.charge !== 'pending' ? again.answer : null
}

/** Changes their one subscription, for good. */
export const changesSubscription =
  (person: Person, changeOn: (today: Temporal.PlainDate) => Change): Action =>
  async (shop) => {
    const change = changeOn(dateIn(shop.outside.clock.now(), brand.timeZone))
    let form = 0
    await until(shop, `the change "${change.action}"`, async () => {
      form += 1
      return (await commitChange(shop, person, change, `change-${change.action}-${form}`)) !== null
    })
  }

/** Makes a change, and takes that back a moment later. */
export const undoes =
  (person: Person, change: Change): Action =>
  async (shop) => {
    const what = `"${change.action}" and its undoing`
    let form = 0
    let made: ChangeReply | null = null
    let before: string | null = null
    await until(shop, what, async () => {
      const [subscription] = (await subscriptionsOf(shop, person)) ?? []
      if (subscription === undefined) return false
      if (made === null) {
        before = subscription.next_order_on
        form += 1
        made = await commitChange(shop, person, change, `${change.action}-and-undo-${form}`)
        if (made === null) return false
      }
      const request = { id: subscription.id, change_id: made.change_id }
      const undone = await retryUntilAnswered(shop, person, undoChange, request)
      // Undone by a lost answer, it cannot be undone again; the next order has its old date.
      const [after] = (await subscriptionsOf(shop, person)) ?? []
      return undone.kind === 'answered' || after?.next_order_on === before
    })
  }

/** An operator refunds a part of the order of the first mail, once. */
export const isRefunded =
  (person: Person, cents: number): Action =>
  async (shop) => {
    await until(shop, 'the part given back', async () => {
      const [number] = ordersMailed(shop.outside.mails.filter(({ to }) => to === person.email))
      if (number === undefined) return false
      const what = { plans: [], shippingCents: null, sum: { kind: 'sum', cents } } as const
      const request = { number, what, note: null, asCredit: false, requestKey: `part:${number}` }
      const refunded = await outcomeOf(shop, refundOrder(shop.services(), request))
      return refunded.kind === 'answered' && refunded.answer.state === 'refunded'
    })
  }

/** The number of the order in the first mail to somebody. */
const firstOrderOf = (shop: SimulatedShop, { email }: Person): string =>
  ordersMailed(shop.outside.mails.filter(({ to }) => to === email)).at(0) ?? ''

/** One jar that can be sold again. */
const count = async () => ({
  lines: [{ position: 0, restocked: 1, writtenOff: 0, note: null }],
  otherContents: null,
})

/** Staff count what came back after a withdrawal; the processor refuses the refund. */
export const returnsShipment =
  (person: Person): Action =>
  async (shop) => {
    await until(shop, 'the shipment that came back', async () => {
      const number = firstOrderOf(shop, person)
      const also: Also = (tx, order) =>
        recordAction(
          tx,
          { actor: 'operator', requestId: 'sweep' },
          { action: 'withdrawal.received', subject: `order:${order.number}`, accountId: order.accountId },
        )
      const confirming = confirmReturn(shop.services(), number, { count, also })
      const confirmed = await outcomeOf(shop, confirming)
      // Confirmed by an answer that got lost, it cannot be confirmed again.
      if (confirmed.kind === 'refused') return confirmed.code === 'ACTION_NOT_ALLOWED'
      return confirmed.kind === 'answered'
    })
  }
