import { sql } from 'kysely'
import { expect } from 'vitest'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { listCancellationReasons, listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'
import {
  cancelSubscription,
  changeSubscription,
  reactivateSubscription,
  undoChange,
} from '#subscription/change/change-endpoints.ts'
import { viewSubscription } from '#subscription/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

test('a canceled subscription is not charged in 13 months, and its mail is sent at once', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.call(setUserExperiment, { id: 'retention_offer', variant: 'offer' })
  const { reasons, none } = await mara.call(listCancellationReasons, { id: mara.id })
  expect(none).toEqual({ id: 'prefer-not-to-say', text: 'Prefer not to say' })
  expect(reasons.map(({ id, offer }) => [id, offer?.change ?? null])).toContainEqual([
    'too-much',
    { action: 'skip' },
  ])
  // One unit a month is the minimum: only what is available is offered.
  expect(reasons.find(({ id }) => id === 'too-expensive')?.offer?.change).toEqual({
    action: 'apply-coupon',
    code: 'STAY15',
  })
  const { subscription } = await mara.call(cancelSubscription, {
    id: mara.id,
    cancellationReasonId: 'too-much',
    secondaryReasonId: 'missed-days',
  })
  expect(subscription).toMatchObject({ state: 'canceled', next_order_on: null, upcoming_order: null })
  expect((await shop.mails(mara.email)).at(-1)).toMatchObject({ subject: 'Your subscription is canceled' })
  await shop.travelTo('2032-02-06')
  expect(await mara.charges()).toEqual([{ on: '2031-01-06', cents: 4999 }])
  expect(await shop.chargedCents()).toEqual([4999])
})

test('an unknown cancellation reason is refused, and no reason is required', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await expect(
    mara.call(cancelSubscription, { id: mara.id, cancellationReasonId: 'nonsense' }),
  ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  const { subscription } = await mara.call(cancelSubscription, { id: mara.id })
  expect(subscription.state).toBe('canceled')
  await expect(mara.call(cancelSubscription, { id: mara.id })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'has-ended' },
  })
})

test('a subscription reactivated before its next order continues unchanged', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'cancel' })
  await shop.travelTo('2031-01-20')
  const seen = await mara.preview({ action: 'reactivate' })
  expect(seen).toMatchObject({ charged_now: null, upcoming_order: { on: '2031-02-06', total: '49.99' } })
  const { subscription } = await mara.call(reactivateSubscription, { id: mara.id, token: seen.token })
  expect(subscription).toMatchObject({ state: 'active', next_order_on: '2031-02-06' })
  await shop.travelTo('2031-02-06')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-02-06'])
})

test('a subscription reactivated after its next order date charges at once only on request', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'cancel' })
  await shop.travelTo('2031-04-10')
  const later = await mara.preview({ action: 'reactivate' })
  expect(later).toMatchObject({ charged_now: null, upcoming_order: { on: '2031-05-06' } })
  expect(await mara.charges()).toHaveLength(1)
  const { made } = await mara.agree({ action: 'reactivate', order_now: true })
  expect(made).toMatchObject({ charge: 'charged', subscription: { next_order_on: '2031-05-10' } })
  await shop.travelTo('2031-05-10')
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-04-10', '2031-05-10'])
})

test('a subscription reactivated for a chosen day is future until that day and charged on it', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await mara.make({ action: 'cancel' })
  await shop.travelTo('2031-01-20')
  const { made } = await mara.agree({ action: 'reactivate', next_order_on: '2031-03-15' })
  expect(made).toMatchObject({
    charge: 'none',
    subscription: { state: 'future', next_order_on: '2031-03-15', upcoming_order: { total: '49.99' } },
  })
  await mara.make({ action: 'move', on: '2031-03-12' })
  // The day of the first agreement passes without an order.
  await shop.travelTo('2031-03-11')
  expect(await mara.view()).toMatchObject({ state: 'future', next_order_on: '2031-03-12' })
  await shop.travelTo('2031-03-12')
  expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-04-12' })
  expect((await mara.charges()).map(({ on }) => on)).toEqual(['2031-01-06', '2031-03-12'])
  await expectConsistent(shop)
})

test('a change can be undone once, within ten minutes', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  // The answers to changes have no date.
  const { today: _, ...before } = await mara.call(viewSubscription, { id: mara.id })
  for (const change of [
    { action: 'cancel' },
    { action: 'skip' },
    { action: 'swap', plan_code: 'vs-rf' },
    { action: 'pause', until: '2031-02-01' },
    { action: 'add-one-time', plan_code: 'vs-rst' },
    { action: 'apply-coupon', code: 'FOREVER15' },
  ] as const) {
    const { change_id, undo_until } = await mara.make(change)
    expect(undo_until).not.toBeNull()
    expect(await mara.call(undoChange, { id: mara.id, change_id })).toEqual(before)
    // The same again changes nothing.
    expect(await mara.call(undoChange, { id: mara.id, change_id })).toEqual(before)
  }
  const { change_id: skipped } = await mara.make({ action: 'skip' })
  await mara.make({ action: 'change-quantity', quantity: 2 })
  await expect(mara.call(undoChange, { id: mara.id, change_id: skipped })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'changed-since' },
  })
  // After the later one is undone, the earlier one can be too.
  const { changes } = await mara.call(listSubscriptionChanges, { id: mara.id })
  await mara.call(undoChange, { id: mara.id, change_id: changes[0]?.id ?? '' })
  expect(await mara.call(undoChange, { id: mara.id, change_id: skipped })).toEqual(before)
  await mara.make({ action: 'skip' })
  const { change_id: last } = await mara.make({ action: 'unskip' })
  await shop.travelDays(1)
  await expect(mara.call(undoChange, { id: mara.id, change_id: last })).rejects.toMatchObject({
    data: { reason: 'undo-over' },
  })
})

test('the history of a subscription shows who made each change and its outcome', async ({ shop }) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { change_id } = await mara.make({ action: 'skip' })
  await mara.call(undoChange, { id: mara.id, change_id })
  await mara.make({ action: 'pause', until: '2031-01-20' })
  await shop.travelTo('2031-01-20')
  const { changes } = await mara.call(listSubscriptionChanges, { id: mara.id })
  expect(changes.map(({ action, by, undone_at }) => [action, by, undone_at === null])).toEqual([
    ['resume', 'shop', true],
    ['pause', 'member', true],
    ['skip', 'member', false],
  ])
  expect(changes.at(-1)).toMatchObject({
    before: { next_order_on: '2031-02-06' },
    after: { next_order_on: '2031-03-06' },
  })
})

test('half of the members see a retention offer; canceling stays on every page, and the outcome of the offer is recorded', async ({
  shop,
}) => {
  const stayingMember = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const left = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await stayingMember.call(setUserExperiment, { id: 'retention_offer', variant: 'offer' })
  await left.call(setUserExperiment, { id: 'retention_offer', variant: 'none' })
  const offers = async (member: typeof stayingMember) =>
    (await member.call(listCancellationReasons, { id: member.id })).reasons.filter(
      ({ offer }) => offer !== null,
    )
  expect((await offers(stayingMember)).length).toBeGreaterThan(0)
  expect(await offers(left)).toEqual([])
  for (const member of [stayingMember, left]) {
    const path = `/account/subscriptions/${member.id}/cancel`
    expect((await member.client.send({ method: 'GET', path })).text).toContain('Cancel now')
  }
  const change = { action: 'apply-coupon', code: 'STAY15' } as const
  await stayingMember.call(changeSubscription, { id: stayingMember.id, change, offered_for: 'too-expensive' })
  // 49.99 less 15 %, 7.4985, rounded 7.50.
  expect((await stayingMember.view()).upcoming_order?.total).toBe('42.49')
  await left.call(cancelSubscription, { id: left.id })
  const { rows } = await sql`select o.variant, o.reason_id, o.outcome, e.experiment from retention_outcome o
    join experiment_exposure e using (account_id, variant) order by o.at`.execute(shop.app.database.kysely)
  expect(rows).toEqual([
    { variant: 'offer', reason_id: 'too-expensive', outcome: 'stayed', experiment: 'retention_offer' },
    { variant: 'none', reason_id: 'prefer-not-to-say', outcome: 'left', experiment: 'retention_offer' },
  ])
  const report = (await runShopCommand(shop, 'report', '2031-01')).lines.join('\n')
  for (const row of [/stayed, with offers +1\n/, /left, without +1\n/, /too-expensive +0 \/ 1 \/ 0\n/])
    expect(report).toMatch(row)
})
