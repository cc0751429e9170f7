import { changeSubscription, previewChange, undoChange } from '#subscription/change-calls.ts'
import { refundOrder } from '#withdrawal/server/withdrawals.ts'
import { ordersTold } from '../support/invariants.ts'
import { insist, until, type Act } from './acts.ts'
import { outcomeOf, subscriptionsOf, type Person } from './people.ts'

/** Skips the next order, and takes that back a moment later. */
export const skipsAndUndoes =
  (person: Person): Act =>
  async (shop) => {
    let form = 0
    await until(shop, 'a skip and its undoing', async () => {
      const [subscription] = (await subscriptionsOf(shop, person)) ?? []
      if (subscription === undefined) return false
      const { id } = subscription
      const change = { action: 'skip' } as const
      const seen = await insist(shop, person, previewChange, { id, change })
      if (seen.kind === 'refused') return false
      form += 1
      const request = { id, change, token: seen.answer.token, request_id: `skip-and-undo-${form}` }
      const made = await insist(shop, person, changeSubscription, request)
      if (made.kind === 'refused') return false
      const undone = await insist(shop, person, undoChange, { id, change_id: made.answer.change_id })
      // Undone by an answer that got lost, it can not be undone again; the next order stands where it stood.
      const [after] = (await subscriptionsOf(shop, person)) ?? []
      return undone.kind === 'answered' || after?.next_order_on === subscription.next_order_on
    })
  }

/** An operator gives back a part of the order that the first mail tells of, once. */
export const isGivenBack =
  (person: Person, cents: number): Act =>
  async (shop) => {
    await until(shop, 'the part given back', async () => {
      const [number] = ordersTold(shop.outside.mails.filter(({ to }) => to === person.email))
      if (number === undefined) return false
      const asked = { number, cents, requestKey: `part:${number}` }
      const given = await outcomeOf(shop, refundOrder(shop.tools(), asked))
      return given.kind === 'answered' && given.answer.state === 'refunded'
    })
  }
