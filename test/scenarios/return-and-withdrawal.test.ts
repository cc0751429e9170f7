import { expect } from 'vitest'
import { viewOrder } from '#order/endpoints.ts'
import { requestReturn, viewReturns } from '#return/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { ApiError } from '../support/api-client.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { Place } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

let tracked = 0

/** Somebody who has what they ordered in their hands. */
const delivered = async (shop: TestShop, quantity: number, place: Place) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf', quantity)
  const { order } = await buyer.checkout({ place })
  const [number, tracking] = [order?.number ?? '', `1ZBOTH${(tracked += 1)}`]
  const words = ['ship', number, '--carrier', 'ups', '--tracking', tracking]
  expect(await runShopCommand(shop, ...words)).toMatchObject({ code: 0 })
  expect(await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')).toMatchObject({ code: 0 })
  const lookup = { number, email: buyer.email }
  const { client } = buyer
  return {
    ...buyer,
    number,
    returns: async () => (await client.call(viewReturns, lookup)).returns,
    withdraw: () => client.call(withdraw, lookup),
    request: (units: number, requestId: string) =>
      client.call(requestReturn, {
        ...lookup,
        request_id: requestId,
        reason: 'changed-mind',
        lines: [{ position: 0, quantity: units }],
      }),
  }
}

const refusalOf = (requested: Promise<unknown>): Promise<string | null> =>
  requested.then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof ApiError) return thrown.detail
      throw thrown
    },
  )

const rounds = 12

test('of a return and a withdrawal of one order at once, the withdrawal is kept and no return exists beside it', async ({
  shop,
}) => {
  for (let round = 0; round < rounds; round += 1) {
    const june = await delivered(shop, 2, 'berlin')
    const [refusal, withdrawn] = await Promise.all([refusalOf(june.request(1, 'once')), june.withdraw()])
    expect(withdrawn).toMatchObject({ kind: 'withdraw', state: 'awaiting-return' })
    const states = (await june.returns()).map(({ state }) => state)
    // The return was first and ended with the withdrawal, or it came later and was refused.
    if (refusal === null) expect(states).toEqual(['canceled'])
    else {
      expect(refusal).toBe('You withdrew from this contract. Send everything back, and we’ll refund you.')
      expect(states).toEqual([])
    }
  }
  await expectConsistent(shop)
})

test('a buyer who withdraws after requesting a return sees that the return ends, and is refunded in full once', async ({
  shop,
}) => {
  const june = await delivered(shop, 2, 'berlin')
  const { number } = await june.request(1, 'once')
  expect(await june.withdraw()).toMatchObject({ state: 'awaiting-return' })
  const mail = (await shop.mails(june.email)).find(({ subject }) => subject.includes('withdrawal'))
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(`Your return ${number} is canceled`)
  expect((await runShopCommand(shop, 'return', number)).lines.join()).toContain('was canceled')
  const before = (await shop.refundedCents()).reduce((sum, cents) => sum + cents, 0)
  expect(await runShopCommand(shop, 'return', june.number)).toMatchObject({ code: 0 })
  const member = await shop.asMember(june)
  const { total, refunded } = await member.client.call(viewOrder, { number: june.number })
  expect(refunded).toBe(total)
  const after = (await shop.refundedCents()).reduce((sum, cents) => sum + cents, 0)
  expect(after - before).toBe(Math.round(Number(total) * 100))
  await expectConsistent(shop)
})

test('two returns of the same line at once never exceed the bought quantity', async ({ shop }) => {
  for (let round = 0; round < rounds; round += 1) {
    const june = await delivered(shop, 3, 'california')
    const answers = await Promise.all([june.request(2, 'one'), june.request(2, 'other')].map(refusalOf))
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(1)
    expect(answers.filter((refusal) => refusal !== null)).toEqual(['Please check the fields below.'])
  }
})

test('three returns received at once refund exactly what was paid for the line', async ({ shop }) => {
  for (let round = 0; round < 4; round += 1) {
    const june = await delivered(shop, 3, 'california')
    const numbers: string[] = []
    for (const id of ['one', 'two', 'three']) numbers.push((await june.request(1, id)).number)
    const received = await Promise.all(numbers.map((number) => runShopCommand(shop, 'return', number)))
    expect(received.map(({ code }) => code)).toEqual([0, 0, 0])
    const member = await shop.asMember(june)
    const order = await member.client.call(viewOrder, { number: june.number })
    expect(order.refunded).toBe(order.lines[0]?.total)
  }
  await expectConsistent(shop)
})
