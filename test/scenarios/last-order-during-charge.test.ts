import { expect } from 'vitest'
import { moveClock } from '#dev-tools/endpoints.ts'
import { changeBilling } from '#payment/endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { newApiClient } from '../support/api-client.ts'
import { expectConsistent } from '../support/invariants.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { testDuringCharge as test, type TestShop } from '../support/shop.ts'

const changes = [
  { action: 'skip' },
  { action: 'pause', until: '2031-02-20' },
  { action: 'move', on: '2031-02-20' },
  { action: 'swap', plan_code: 'vs-rf' },
  { action: 'set-end', orders: 2 },
  { action: 'set-end', orders: null },
] as const

/** A member whose last order, of 6 February, is to be charged to a card. */
const endingMember = async (shop: TestShop, card: TestCardName) => {
  const member = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const token = await shop.pages.tokenFor(card)
  await member.call(changeBilling, { card: { token }, all_subscriptions: true })
  await member.make({ action: 'set-end', orders: 1 })
  return member
}

/** How the subscription and its orders are in June. */
const outcomeOf = async (member: Awaited<ReturnType<typeof endingMember>>) => {
  const { state, remaining_orders: left } = await member.view()
  return [state, left, (await member.orders()).length]
}

for (const { card, changed, canceled } of [
  { card: 'time-out', changed: ['expired', 0, 2], canceled: ['canceled', 0, 2] },
  { card: 'renewal-late-no-funds', changed: ['failed', 1, 1], canceled: ['canceled', 1, 1] },
] as const)
  test(`while the last order is charged to a ${card} card, a change is refused with its sum, and a cancellation says what still comes`, async ({
    shop,
  }) => {
    const [waits, cancels] = [await endingMember(shop, card), await endingMember(shop, card)]
    await newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
    for (const change of changes)
      await expect(waits.agree(change)).rejects.toMatchObject({
        code: 'ACTION_NOT_ALLOWED',
        data: { reason: 'charge-in-flight', charge_in_flight: { amount: '49.99', on: '2031-02-06' } },
      })
    const { made } = await cancels.agree({ action: 'cancel' })
    expect(made.charge_in_flight).toMatchObject({ amount: '49.99', can_cancel_order: true })
    await shop.advanceSeconds(60)
    await shop.settled()
    await expectConsistent(shop)
    await shop.travelTo('2031-06-10')
    expect(await outcomeOf(waits)).toEqual(changed)
    expect(await outcomeOf(cancels)).toEqual(canceled)
    await expectConsistent(shop)
  })
