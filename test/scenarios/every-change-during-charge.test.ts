import { expect } from 'vitest'
import { parsePrice } from '#shared/money.ts'
import {
  changesDuringCharge,
  membersDuringCharge,
  type ChangeName,
  type MadeChange,
} from '../support/members-during-charge.ts'
import { expectConsistent } from '../support/invariants.ts'
import { testDuringCharge as test, type TestShop } from '../support/shop.ts'

const dateChanges = ['skip', 'pause', 'move'] as const
const contentChanges = ['swap', 'quantity', 'frequency', 'add-on'] as const
const all: readonly ChangeName[] = [...dateChanges, ...contentChanges]

type Members = Awaited<ReturnType<typeof membersDuringCharge>>

const of = <T>(found: ReadonlyMap<ChangeName, T>, name: ChangeName): T => {
  const one = found.get(name)
  if (one === undefined) throw new Error(`nobody made the change ${name}`)
  return one
}

const stays =
  '$49.99 is being charged for your February 6, 2031 order: that payment started before you made this change, and its order stays the same.'
const notTriedAgain = 'If the payment fails, we won’t try that order again.'
const triedAgain = 'If the payment fails, we’ll try that order again with this change.'
const skipped =
  '$49.99 is being charged for your February 6, 2031 order. Once it’s paid, that order will be canceled and refunded.'

const isDateChange = (name: ChangeName): boolean => dateChanges.some((one) => one === name)

/** Each member makes the change that they see, while their order is being charged; every answer and page names the charge. */
const changeAll = async (members: Members): Promise<ReadonlyMap<ChangeName, MadeChange>> => {
  const results = new Map<ChangeName, MadeChange>()
  for (const [name, member] of members) {
    const { change, nextOn } = changesDuringCharge[name]
    const { seen, made } = await member.agree(change)
    results.set(name, { seen, made })
    expect([name, seen.charge_in_flight]).toMatchObject([
      name,
      { amount: '49.99', on: '2031-02-06', is_requested: false },
    ])
    expect([name, seen.upcoming_order?.on, made.charge, made.charge_in_flight?.state]).toEqual([
      name,
      nextOn,
      'pending',
      'pending',
    ])
    expect([name, made.charge_in_flight?.is_order_canceled]).toEqual([name, name === 'skip'])
    const path = `/account/subscriptions/${member.id}?done=${made.change_id}`
    const { text } = await member.client.send({ method: 'GET', path })
    expect(text).toContain(name === 'skip' ? skipped : stays)
    expect(text).toContain(isDateChange(name) ? notTriedAgain : triedAgain)
    expect(text.includes('Cancel that order too and get $49.99 back')).toBe(name !== 'skip')
  }
  return results
}

const settle = async (shop: TestShop): Promise<void> => {
  await shop.advanceSeconds(60)
  await shop.settled()
}

/** Cents of the order that a change showed as the next one. */
const shownCents = ({ seen }: MadeChange): number => parsePrice(seen.upcoming_order?.to_pay ?? '0', 'USD')

/** What every order after the one that was being charged costs, worked out by hand. */
const shown: Readonly<Record<ChangeName, number>> = {
  skip: 4_999,
  pause: 4_999,
  move: 4_999,
  swap: 3_999,
  quantity: 9_998,
  // Three months at once.
  frequency: 13_497,
  // With a VS-01 starter at 64.99.
  'add-on': 11_498,
}

test('a renewal paid after a change was made stays unchanged, and the next order is the one shown with the change', async ({
  shop,
}) => {
  const members = await membersDuringCharge(shop, 'time-out', all)
  const results = await changeAll(members)
  await settle(shop)
  for (const name of all) {
    const member = of(members, name)
    const next = await member.view()
    expect([name, next.upcoming_order?.on]).toEqual([name, changesDuringCharge[name].nextOn])
    expect([name, shownCents(of(results, name))]).toEqual([name, shown[name]])
    const paid = (await member.lastChange())?.charge_in_flight
    expect([name, paid]).toMatchObject([name, { state: 'charged', is_order_canceled: name === 'skip' }])
  }
  await expectConsistent(shop)
  await shop.travelTo('2031-03-22')
  for (const name of all) {
    const member = of(members, name)
    expect([name, await member.renewals()]).toEqual([
      name,
      ['2031-02-06: 4999 succeeded', `${changesDuringCharge[name].nextOn}: ${shown[name]} succeeded`],
    ])
    const orders = (await member.orders()).map(({ state, refunded }) => `${state} ${refunded}`)
    expect([name, orders[1]]).toEqual([name, name === 'skip' ? 'canceled 49.99' : 'shipped 0.00'])
    expect([name, (await member.charges())[2]?.cents]).toEqual([name, shown[name]])
  }
  await expectConsistent(shop)
})

test('a renewal declined after a change of dates is not retried; after any other change the changed order is retried', async ({
  shop,
}) => {
  const members = await membersDuringCharge(shop, 'renewal-late-no-funds', all)
  await changeAll(members)
  await settle(shop)
  for (const name of dateChanges) {
    const next = await of(members, name).view()
    expect([name, next.upcoming_order?.on, next.upcoming_order?.to_pay, next.payment_problem]).toEqual([
      name,
      changesDuringCharge[name].nextOn,
      '49.99',
      null,
    ])
  }
  for (const name of contentChanges) {
    const owed = await of(members, name).view()
    expect([name, owed.next_attempt_on, owed.upcoming_order?.on]).toEqual([name, '2031-02-07', '2031-02-06'])
    expect([name, parsePrice(owed.upcoming_order?.to_pay ?? '0', 'USD')]).toEqual([name, shown[name]])
  }
  await expectConsistent(shop)
  await shop.travelTo('2031-02-08')
  for (const name of contentChanges)
    expect([name, await of(members, name).renewals()]).toEqual([
      name,
      ['2031-02-06: 4999 declined', `2031-02-06: ${shown[name]} declined`],
    ])
  await shop.travelTo('2031-03-05')
  for (const name of dateChanges)
    expect([name, await of(members, name).renewals()]).toEqual([name, ['2031-02-06: 4999 declined']])
  await shop.travelTo('2031-03-21')
  for (const name of dateChanges)
    expect([name, (await of(members, name).renewals())[1]]).toEqual([
      name,
      `${changesDuringCharge[name].nextOn}: 4999 declined`,
    ])
  await expectConsistent(shop)
})

test('a renewal that never reached the processor is not retried after a change of dates; after any other change the changed order is retried', async ({
  shop,
}) => {
  const members = await membersDuringCharge(shop, 'renewal-lost', all)
  await changeAll(members)
  await shop.travelTo('2031-02-07')
  for (const name of dateChanges)
    expect([name, await of(members, name).renewals()]).toEqual([name, ['2031-02-06: 4999 void']])
  for (const name of contentChanges)
    expect([name, (await of(members, name).renewals()).slice(0, 2)]).toEqual([
      name,
      ['2031-02-06: 4999 void', expect.stringMatching(new RegExp(`^2031-02-06: ${shown[name]} `))],
    ])
  for (const name of dateChanges) {
    const next = await of(members, name).view()
    expect([name, next.upcoming_order?.on]).toEqual([name, changesDuringCharge[name].nextOn])
  }
})
