import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { changeBilling } from '#payment/endpoints.ts'
import * as changeCalls from '#subscription/change/change-endpoints.ts'
import { viewSubscription } from '#subscription/endpoints.ts'
import {
  listCancellationReasons,
  viewSubscriptionChoices,
  listSubscriptionChanges,
} from '#subscription/change/choice-endpoints.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { places } from '../support/places.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, testDuringCharge } from '../support/shop.ts'

const nothing = { code: 'NOT_FOUND', status: 404 }

test('a member can neither read nor change the subscription of another member', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const noor = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { id } = mara
  const before = await mara.view()
  for (const call of [
    viewSubscription,
    viewSubscriptionChoices,
    listSubscriptionChanges,
    listCancellationReasons,
    changeCalls.cancelSubscription,
    changeCalls.reactivateSubscription,
    changeCalls.skipNextOrder,
    changeCalls.unskipOrder,
    changeCalls.pauseSubscription,
    changeCalls.resumeSubscription,
    changeCalls.orderNow,
  ]) {
    await expect(noor.call(call, { id })).rejects.toMatchObject(nothing)
  }
  const skip = { action: 'skip' } as const
  const { change_id } = await mara.make(skip)
  const attempts: readonly Promise<unknown>[] = [
    noor.call(changeCalls.previewChange, { id, change: skip }),
    noor.call(changeCalls.changeSubscription, { id, change: skip }),
    noor.call(changeCalls.updateSubscription, { subscription_id: id, change: skip }),
    noor.call(changeCalls.moveBillingDate, { subscription_id: id, update: '2031-01-31' }),
    noor.call(changeCalls.changeShippingAddress, { subscription_id: id, address: places.oregon }),
    noor.call(changeBilling, { subscription_id: id, card: { payment_method_id: randomUUID() } }),
    noor.call(changeCalls.addOneTime, { id, plan_code: 'vs-rst' }),
    noor.call(changeCalls.removeOneTime, { id, add_on_id: randomUUID() }),
    noor.call(changeCalls.undoChange, { id, change_id }),
  ]
  for (const answer of await Promise.allSettled(attempts)) expect(answer).toMatchObject({ reason: nothing })
  // Nor can she undo it under the name of her own, or pay with a card that is not hers.
  await expect(noor.call(changeCalls.undoChange, { id: noor.id, change_id })).rejects.toMatchObject(nothing)
  const { payment_method_id } = before
  await expect(noor.make({ action: 'change-payment-method', payment_method_id })).rejects.toMatchObject(
    nothing,
  )
  expect(await mara.view()).toMatchObject({ skipped_on: ['2031-02-06'] })
})

test('the same immediate order sent five times at once makes one order', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { token } = await mara.preview({ action: 'order-now' })
  const sent = { id: mara.id, token, request_id: 'one press of one button' }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => mara.client.call(changeCalls.orderNow, sent)),
  )
  expect(new Set(answers.map(({ change_id }) => change_id)).size).toBe(1)
  await shop.settled()
  expect(await mara.charges()).toHaveLength(2)
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  // The id of a request is bound to its content.
  await expect(
    mara.call(changeCalls.skipNextOrder, { id: mara.id, request_id: sent.request_id }),
  ).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED', data: { reason: 'request-used' } })
})

test('a preview confirmed five times at once is applied once', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { token } = await mara.preview({ action: 'skip' })
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, (_, press) =>
      mara.client.call(changeCalls.skipNextOrder, {
        id: mara.id,
        token,
        request_id: `press number ${press}`,
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mara.view()).toMatchObject({ skipped_on: ['2031-02-06'] })
})

test('a change whose total differs from the preview is refused with the new total', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const swap = { action: 'swap', plan_code: 'vs-rf' } as const
  const seen = await mara.preview(swap)
  await shop.changePrice('vs-rf', 4599)
  await shop.waitForPrice('vs-rf', '45.99')
  const refused = mara.call(changeCalls.changeSubscription, { id: mara.id, change: swap, token: seen.token })
  await expect(refused).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    status: 409,
    data: { preview: { upcoming_order: { total: '45.99' } } },
  })
  expect((await mara.view()).planCode).toBe('syn-rf')
  const again = await mara.preview(swap)
  await mara.call(changeCalls.changeSubscription, { id: mara.id, change: swap, token: again.token })
  expect((await mara.view()).upcoming_order?.total).toBe('45.99')
})

test('an immediate order whose card is declined changes nothing', async ({ shop }) => {
  const mara = await subscriptionClient(
    await shop.member({ plan: 'monthly refill', card: 'renewal-no-funds' }),
  )
  const before = await mara.view()
  const { token } = await mara.preview({ action: 'order-now' })
  const now = { id: mara.id, token, request_id: 'refused by the card' }
  await expect(mara.call(changeCalls.orderNow, now)).rejects.toMatchObject({
    code: 'CARD_DECLINED',
    status: 402,
  })
  expect(await mara.view()).toEqual(before)
  // The same request again is not another attempt.
  await expect(mara.call(changeCalls.orderNow, now)).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  await shop.settled()
  expect(await shop.chargedCents()).toEqual([4999])
  const declined = async () =>
    (await shop.mails(mara.email)).filter(({ subject }) => subject === 'Your renewal could not be charged')
  expect(await declined()).toHaveLength(0)
  // Its date comes as ever, with all attempts of the schedule.
  await shop.travelTo('2031-02-11')
  expect(await declined()).toHaveLength(4)
  expect((await mara.view()).state).toBe('failed')
})

testDuringCharge(
  'while nobody knows whether a card was charged, no other order is placed, and the end is possible',
  async ({ shop }) => {
    const visitor = shop.visitor()
    await visitor.add('syn-rf')
    await visitor.untilDecided((await visitor.checkout({ card: 'time-out' })).checkout_id)
    const mara = await subscriptionClient(await shop.asMember(visitor))
    const { made } = await mara.agree({ action: 'order-now' })
    expect(made.charge).toBe('pending')
    expect(made.subscription.actions.find(({ action }) => action === 'order-now')).toMatchObject({
      allowed: false,
      reason: 'charge-in-flight',
    })
    await expect(mara.make({ action: 'order-now' })).rejects.toMatchObject({
      data: { reason: 'charge-in-flight' },
    })
    await mara.make({ action: 'cancel' })
    await shop.travelDays(1)
    expect((await mara.view()).state).toBe('canceled')
    await shop.travelTo('2031-04-06')
    // The requested order came; no other followed.
    expect(await mara.charges()).toHaveLength(2)
  },
)

test('an immediate order that is given up while a repeated request is answered is not reported as charged', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout({ card: 'renewal-lost' })
  const mara = await subscriptionClient(await shop.asMember(visitor))
  const { token } = await mara.preview({ action: 'order-now' })
  const sent = { id: mara.id, token, request_id: 'one press of one button' }
  const { change_id: changeId, charge } = await mara.call(changeCalls.orderNow, sent)
  expect(charge).toBe('pending')
  const db = shop.app.database.kysely
  const repeated = await db.transaction().execute(async (tx) => {
    await sql`lock table billing_cycle in access exclusive mode`.execute(tx)
    const answer = Promise.allSettled([mara.client.call(changeCalls.orderNow, sent)])
    // It has read the change, and waits for its cycle.
    await waitUntilBlocked(db, 1, '"change_id" = ')
    // What another process commits when the processor answers it that nothing was charged.
    await sql`update billing_cycle set state = 'declined', settled_at = opened_at where change_id = ${changeId}`.execute(
      tx,
    )
    await sql`update subscription_change set undone_at = at where id = ${changeId}`.execute(tx)
    return { answer }
  })
  expect(await repeated.answer).toMatchObject([{ status: 'rejected', reason: { code: 'CARD_DECLINED' } }])
})
