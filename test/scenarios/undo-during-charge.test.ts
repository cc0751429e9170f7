import { expect } from 'vitest'
import { listSubscriptionChanges } from '#subscription/change/choice-endpoints.ts'
import * as changeCalls from '#subscription/change/change-endpoints.ts'
import { charging } from '../support/charged-subscription.ts'
import { expectConsistent } from '../support/invariants.ts'
import { testDuringCharge as test, type TestShop } from '../support/shop.ts'

type Charging = Awaited<ReturnType<typeof charging>>

const settle = async (shop: TestShop): Promise<void> => {
  await shop.advanceSeconds(60)
  await shop.settled()
}

const undo = (mara: Charging, changeId: string) =>
  mara.call(changeCalls.undoChange, { id: mara.id, change_id: changeId })

const pauseMail = async (shop: TestShop, mara: Charging): Promise<string> =>
  (await shop.mails(mara.email)).findLast(({ subject }) => subject === 'Your subscription is paused')?.text ??
  ''

test('a skip during a charge can be undone while the charge is open, and not after its order is canceled', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const first = (await mara.agree({ action: 'skip' })).made
  await undo(mara, first.change_id)
  expect((await mara.view()).charge_in_flight).toMatchObject({ is_order_canceled: false })
  const second = (await mara.agree({ action: 'skip' })).made
  // Another one is of the order after it.
  const third = (await mara.agree({ action: 'skip' })).made
  expect(third.subscription.upcoming_order?.on).toBe('2031-03-06')
  await undo(mara, third.change_id)
  expect((await mara.view()).upcoming_order?.on).toBe('2031-02-06')
  await settle(shop)
  await shop.settled()
  expect(await shop.refundedCents()).toEqual([0, 4999])
  await expect(undo(mara, second.change_id)).rejects.toMatchObject({ data: { reason: 'order-settled' } })
  expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: '2031-02-06' })
  await expectConsistent(shop)
})

test('a change that also cancels the order being charged says so in its mail and refunds the order once', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const { charge_in_flight: charge } = await mara.preview({ action: 'pause' })
  const made = await mara.makeAndCancel({ action: 'pause' }, charge?.cycle_id ?? '')
  expect(made.charge_in_flight).toMatchObject({ is_order_canceled: true, can_cancel_order: false })
  const mail = await pauseMail(shop, mara)
  expect(mail).toContain('Nothing else is charged in the meantime.')
  expect(mail).toContain('$49.99 is being charged for your January 6, 2031 order')
  expect(mail).toContain('Once it’s paid, that order will be canceled and refunded.')
  await settle(shop)
  await shop.settled()
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  expect(await shop.refundedCents()).toEqual([0, 4999])
  expect((await mara.view()).state).toBe('paused')
  await expectConsistent(shop)
})

test.for(['swap', 'move'] as const)(
  'an immediate order that is declined after a %s is not placed; the change stays and can be undone',
  async (action, { shop }) => {
    const mara = await charging(shop, 'renewal-late-no-funds')
    const change =
      action === 'swap' ? ({ action, plan_code: 'vs-rf' } as const) : ({ action, on: '2031-02-15' } as const)
    const { seen, made } = await mara.agree(change)
    expect(seen.charge_in_flight).toMatchObject({ is_requested: true })
    await settle(shop)
    const next = { plan_code: action === 'swap' ? 'vs-rf' : 'syn-rf' }
    const on = action === 'swap' ? '2031-02-06' : '2031-02-15'
    expect(await mara.view()).toMatchObject({ state: 'active', next_order_on: on, plan: next })
    const { changes } = await mara.call(listSubscriptionChanges, { id: mara.id })
    expect(changes.map((one) => [one.action, one.undone_at !== null])).toEqual([
      [action, false],
      ['order-now', true],
    ])
    await undo(mara, made.change_id)
    expect(await mara.view()).toMatchObject({ next_order_on: '2031-02-06', plan: { plan_code: 'syn-rf' } })
    await expectConsistent(shop)
    await shop.travelTo('2031-02-05')
    expect((await shop.pages.charges()).map(({ state }) => state)).toEqual(['succeeded', 'declined'])
  },
)

test('an add-on during a charge is added to the order after it and can be removed again, while the order being charged is paid', async ({
  shop,
}) => {
  const mara = await charging(shop)
  const { made } = await mara.agree({ action: 'add-one-time', plan_code: 'vs-rst' })
  expect(made.subscription.upcoming_order?.lines).toHaveLength(2)
  await settle(shop)
  expect((await mara.orders()).at(-1)?.lines).toHaveLength(1)
  await undo(mara, made.change_id)
  expect((await mara.view()).upcoming_order?.lines).toHaveLength(1)
  await expectConsistent(shop)
})
