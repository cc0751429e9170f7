import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { changeBilling } from '#payment/endpoints.ts'
import { listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'
import type { ChangePreview, ChangeReply } from '#subscription/change/change-endpoints.ts'
import { newApiClient } from './api-client.ts'
import { moveClock } from '#dev-tools/endpoints.ts'
import { subscriptionClient } from './subscription-client.ts'
import type { TestShop } from './shop.ts'

/** The changes that are made while the order of 6 February 2031 is being charged, and the day of the next order after each. */
export const changesDuringCharge = {
  skip: { change: { action: 'skip' }, nextOn: '2031-03-06' },
  // Of the 28 days until 6 March all remain.
  pause: { change: { action: 'pause', until: '2031-02-20' }, nextOn: '2031-03-20' },
  move: { change: { action: 'move', on: '2031-03-15' }, nextOn: '2031-03-15' },
  swap: { change: { action: 'swap', plan_code: 'vs-rf' }, nextOn: '2031-03-06' },
  quantity: { change: { action: 'change-quantity', quantity: 2 }, nextOn: '2031-03-06' },
  frequency: { change: { action: 'change-frequency', interval_months: 3 }, nextOn: '2031-03-06' },
  'add-on': { change: { action: 'add-one-time', plan_code: 'vs-rst' }, nextOn: '2031-03-06' },
} as const

export type ChangeName = keyof typeof changesDuringCharge

/** A charge as the shop has it, in the order in which they were opened. */
const chargesOf = async (shop: TestShop, subscriptionId: string) => {
  const rows = await shop.app.database.kysely
    .selectFrom('charge')
    .innerJoin('billing_cycle', 'billing_cycle.id', 'charge.purpose_id')
    .select(['charge.state', 'charge.amount_cents as cents', 'billing_cycle.due_on'])
    .where('billing_cycle.subscription_id', '=', subscriptionId)
    .orderBy('charge.created_at')
    .execute()
  return rows.map(({ due_on: on, cents, state }) => `${on}: ${cents} ${state}`)
}

/** A member with a monthly refill from 6 January whose renewals are paid by a card. */
const memberPaying = async (shop: TestShop, card: TestCardName) => {
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const token = await shop.pages.tokenFor(card)
  await member.call(changeBilling, { card: { token }, all_subscriptions: true })
  return {
    ...member,
    /** `2031-02-06: 4999 succeeded` for each charge of a renewal. */
    renewals: () => chargesOf(shop, member.id),
    lastChange: async () => (await member.call(listSubscriptionChanges, { id: member.id })).changes[0],
  }
}

/** What a member saw and was answered. */
export interface MadeChange {
  readonly seen: ChangePreview
  readonly made: ChangeReply
}

/** Members whose renewal of 6 February is being charged: one for each change, by its name. */
export const membersDuringCharge = async (
  shop: TestShop,
  card: TestCardName,
  names: readonly ChangeName[],
) => {
  const members = new Map<ChangeName, Awaited<ReturnType<typeof memberPaying>>>()
  for (const name of names) members.set(name, await memberPaying(shop, card))
  // The time machine answers once the run is over: the charges are not answered by then.
  await newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
  return members
}
