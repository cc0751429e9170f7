import { sql } from 'kysely'
import { expect } from 'vitest'
import { findGuestOrder, viewOrder, type OrderWithRefunds } from '#order/endpoints.ts'
import { previewWithdrawal, withdraw } from '#withdrawal/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand, type CommandResult } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'
import type { Place } from '../support/places.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

interface Purchase {
  readonly contents: Readonly<Record<string, number>>
  readonly place?: Place
}

/** Somebody who bought something that nobody has packed. */
const buyer = async (shop: TestShop, { contents, place = 'oregon' }: Purchase) => {
  const visitor = shop.visitor()
  for (const [code, quantity] of Object.entries(contents)) await visitor.add(code, quantity)
  const { order } = await visitor.checkout({ place })
  const number = order?.number ?? ''
  const { email } = visitor
  return {
    ...visitor,
    number,
    order: (): Promise<OrderWithRefunds> => visitor.client.call(findGuestOrder, { number, email }),
    subjects: async (): Promise<string[]> => (await shop.mails(email)).map(({ subject }) => subject),
    ship: (tracking: string, ...more: readonly string[]): Promise<CommandResult> =>
      runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking, ...more),
  }
}

const states = ({ shipments }: OrderWithRefunds) => shipments.map(({ state }) => state)

const revenueCents = async (shop: TestShop, orderId: string): Promise<number> => {
  const { rows } = await sql<{ cents: number }>`select coalesce(-sum(p.cents), 0)::int as cents
    from ledger_posting p join ledger_journal j on j.id = p.journal_id
    where j.order_id = ${orderId} and p.account = 'revenue'`.execute(shop.app.database.kysely)
  return rows[0]?.cents ?? 0
}

test('an order ships only when an operator hands it to a carrier, and then its buyer gets one mail', async ({
  shop,
}) => {
  const mara = await buyer(shop, { contents: { 'syn-rf': 2 } })
  await shop.travelDays(5)
  const waiting = await mara.order()
  expect(waiting).toMatchObject({ state: 'placed', tracking: null, shipped_at: null })
  expect(waiting.shipments).toMatchObject([
    { state: 'pending', carrier: null, lines: [{ plan_code: 'syn-rf', quantity: 2 }] },
  ])
  expect(await revenueCents(shop, waiting.id)).toBe(0)
  expect(await mara.ship('1Z999AA10123456784', '--service', 'Ground')).toEqual({
    code: 0,
    lines: [`Order ${mara.number}: 1Z999AA10123456784 is recorded as shipped.`],
  })
  const again = await mara.ship('1Z999AA10123456784')
  expect(again.lines[0]).toMatch(/was recorded before; nothing changed\.$/)
  const shipped = await mara.order()
  expect(shipped).toMatchObject({
    state: 'shipped',
    tracking: '1Z999AA10123456784',
    shipment_items: [{ product: 'ds-01', quantity: 2, state: 'shipped' }],
    shipments: [
      {
        state: 'shipped',
        carrier: 'UPS',
        service: 'Ground',
        tracking_url: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
      },
    ],
  })
  // 2 × $49.99.
  expect(await revenueCents(shop, shipped.id)).toBe(9998)
  const mails = (await shop.mails(mara.email)).filter(({ subject }) => subject.endsWith('has shipped'))
  expect(mails.map(({ subject }) => subject)).toEqual([`Order ${mara.number} has shipped`])
  expect(mails[0]?.html).toContain('href="https://www.ups.com/track?tracknum=1Z999AA10123456784"')
  await expectConsistent(shop)
})

test('an order in two shipments has a mail for each, and its revenue is recognized with the last', async ({
  shop,
}) => {
  const june = await buyer(shop, { contents: { 'syn-rf': 2 } })
  expect((await june.ship('1ZFIRST', '--lines', 'syn-rf:1')).code).toBe(0)
  const part = await june.order()
  expect(part.state).toBe('placed')
  expect(part.shipments.map(({ state, lines }) => [state, lines.map(({ quantity }) => quantity)])).toEqual([
    ['pending', [1]],
    ['shipped', [1]],
  ])
  expect(part.shipment_items.map(({ product, quantity, state }) => [product, quantity, state])).toEqual([
    ['ds-01', 1, 'owed'],
    ['ds-01', 1, 'shipped'],
  ])
  expect(await revenueCents(shop, part.id)).toBe(0)
  // What has left is not shipped twice.
  expect(await june.ship('1ZSECOND', '--lines', 'syn-rf:2')).toEqual({
    code: 1,
    lines: [`Order ${june.number}: Of syn-rf, 1 are left to ship, not 2.`],
  })
  expect((await june.ship('1ZFIRST', '--lines', 'syn-rf:2')).lines).toEqual([
    `Order ${june.number}: the shipment 1ZFIRST has other lines.`,
  ])
  expect((await june.ship('1ZSECOND')).code).toBe(0)
  expect((await june.ship('1ZTHIRD')).lines).toEqual([`Order ${june.number}: Nothing is left to ship.`])
  expect(await june.order()).toMatchObject({ state: 'shipped', tracking: '1ZSECOND' })
  // 2 × $49.99.
  expect(await revenueCents(shop, part.id)).toBe(9998)
  const shippedMails = (await june.subjects()).filter((subject) => subject.endsWith('has shipped'))
  expect(shippedMails).toEqual(Array(2).fill(`Part of order ${june.number} has shipped`))
  await expectConsistent(shop)
})

test('carrier events that arrive twice and out of order only move a shipment forward', async ({ shop }) => {
  const noor = await buyer(shop, { contents: { 'syn-rf': 1 } })
  await noor.ship('1ZNOOR')
  await shop.settled()
  const says = async (...words: readonly string[]) => {
    const said = await runShopCommand(shop, 'shipments', 'event', '1ZNOOR', ...words)
    // Each mail is sent before the next event.
    await shop.settled()
    return said
  }
  expect((await says('in-transit')).lines).toEqual(['1ZNOOR: in-transit is recorded.'])
  expect((await says('delayed', '2031-03-01')).lines).toEqual(['1ZNOOR: delayed is recorded.'])
  expect((await says('delayed', '2031-03-01')).lines[0]).toMatch(/was recorded before/)
  expect((await noor.order()).shipments[0]).toMatchObject({ state: 'in-transit', expected_on: '2031-03-01' })
  expect((await says('delivered')).lines).toEqual(['1ZNOOR: delivered is recorded.'])
  expect((await says('in-transit')).lines[0]).toMatch(/came too late/)
  expect((await says('delivered')).lines[0]).toMatch(/was recorded before/)
  expect((await says('delayed', '2031-04-01')).lines[0]).toMatch(/came too late/)
  expect(states(await noor.order())).toEqual(['delivered'])
  const news = (await noor.subjects()).filter((subject) => /shipped|delayed|delivered/.test(subject))
  expect(news).toEqual([
    `Order ${noor.number} has shipped`,
    `Order ${noor.number} is delayed`,
    `Order ${noor.number} was delivered`,
  ])
  // The history stays as it was recorded.
  const { rows } = await sql<{ kind: string; applied: boolean }>`
    select e.kind, e.is_applied as applied from shipment_event e join shipment s on s.id = e.shipment_id
    where s.tracking = '1ZNOOR' order by e.id`.execute(shop.app.database.kysely)
  expect(rows.map(({ kind, applied }) => `${kind}${applied ? '' : ' (not applied)'}`)).toEqual([
    'packed', 'shipped', 'in-transit', 'delayed', 'delayed (not applied)', 'delivered', 'in-transit (not applied)',
    'delivered (not applied)', 'delayed (not applied)',
  ]) // prettier-ignore
  await expectConsistent(shop)
})

test.for(['lost', 'returned-to-sender'] as const)(
  'the carrier state %s of a shipment is recorded and shown',
  async (state, { shop }) => {
    const ivo = await buyer(shop, { contents: { 'syn-rf': 1 } })
    await ivo.ship(`1Z-${state}`)
    const answer = await runShopCommand(shop, 'shipments', 'event', `1Z-${state}`, state)
    expect(answer).toEqual({ code: 0, lines: [`1Z-${state}: ${state} is recorded.`] })
    expect(states(await ivo.order())).toEqual([state])
    expect(await ivo.order()).toMatchObject({ state: 'shipped' })
    await expectConsistent(shop)
  },
)

test('an order cannot be canceled once packing has begun, and the answer says so', async ({ shop }) => {
  const [here, there] = [
    await buyer(shop, { contents: { 'syn-rf': 1 } }),
    await buyer(shop, { contents: { 'syn-rf': 1 }, place: 'berlin' }),
  ]
  const lookup = ({ number, email }: typeof here) => ({ number, email })
  expect(await here.client.call(previewWithdrawal, lookup(here))).toMatchObject({ kind: 'cancel' })
  for (const { number } of [here, there])
    expect((await runShopCommand(shop, 'shipments', 'pack', number)).code).toBe(0)
  expect(states(await here.order())).toEqual(['packed'])
  const refused = {
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'packed' },
    detail: 'We’re packing this order, so it can no longer be canceled.',
  }
  await expect(here.client.call(previewWithdrawal, lookup(here))).rejects.toMatchObject(refused)
  await expect(here.client.call(withdraw, lookup(here))).rejects.toMatchObject(refused)
  // Where the law gives the right, it is withdrawn from instead.
  expect(await there.client.call(previewWithdrawal, lookup(there))).toMatchObject({ kind: 'withdraw' })
  const mara = await shop.asMember(here)
  expect(states(await mara.client.call(viewOrder, { number: here.number }))).toEqual(['packed'])
  await expectConsistent(shop)
})

test('of packing and canceling an order at once, exactly one succeeds', async ({ shop }) => {
  for (let round = 0; round < 4; round += 1) {
    const ada = await buyer(shop, { contents: { 'syn-rf': 1 } })
    const [packed, canceled] = await Promise.all([
      runShopCommand(shop, 'shipments', 'pack', ada.number),
      ada.client.call(withdraw, { number: ada.number, email: ada.email }).then(
        () => true,
        () => false,
      ),
    ])
    expect(packed.code === 0).toBe(!canceled)
    const order = await ada.order()
    expect([order.state, states(order)]).toEqual(
      canceled ? ['canceled', ['canceled']] : ['placed', ['packed']],
    )
  }
  await expectConsistent(shop)
})

test('a fully refunded order is not packed, and a canceled order is not shipped', async ({ shop }) => {
  const paul = await buyer(shop, { contents: { 'syn-rf': 1 } })
  await runShopCommand(shop, 'shipments', 'pack', paul.number)
  expect((await runShopCommand(shop, 'refund', paul.number)).code).toBe(0)
  await shop.settled()
  expect(await paul.order()).toMatchObject({ state: 'canceled', shipments: [{ state: 'canceled' }] })
  expect(await paul.ship('1ZPAUL')).toEqual({ code: 1, lines: [`Order ${paul.number} was canceled.`] })
  expect((await paul.subjects()).some((subject) => subject.endsWith('has shipped'))).toBe(false)
  await expectConsistent(shop)
})

test('an order whose refund is in progress is on hold: it is not packed and not shipped', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout({ card: 'refund-lost' })
  const number = order?.number ?? ''
  await runShopCommand(shop, 'shipments', 'pack', number)
  await runShopCommand(shop, 'refund', number)
  const found = () => visitor.client.call(findGuestOrder, { number, email: visitor.email })
  expect(states(await found())).toEqual(['on-hold'])
  const onHold = `Order ${number} is on hold, because its money is being refunded.`
  expect((await runShopCommand(shop, 'shipments', 'pack', number)).lines).toEqual([onHold])
  const args = ['--carrier', 'dhl', '--tracking', 'JD01']
  expect(await runShopCommand(shop, 'ship', number, ...args)).toEqual({ code: 1, lines: [onHold] })
  await shop.travelDays(1)
  expect(await found()).toMatchObject({ state: 'canceled', refunded: '49.99' })
  await expectConsistent(shop)
})

test('an order that is refunded in full after its first shipment does not ship its other part', async ({
  shop,
}) => {
  const eva = await buyer(shop, { contents: { 'syn-wk': 1, 'vs-wk': 1 } })
  await eva.ship('1ZEVA', '--lines', 'vs-wk:1')
  expect((await runShopCommand(shop, 'refund', eva.number)).code).toBe(0)
  await shop.settled()
  const order = await eva.order()
  expect([order.state, states(order)]).toEqual(['shipped', ['canceled', 'shipped']])
  expect(order.shipment_items.map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  await expectConsistent(shop)
})

test.for([
  [['NOPE'], 'Give --carrier and --tracking.'],
  [['NOPE', '--carrier', 'ups', '--tracking', '1Z'], 'There is no order NOPE.'],
  [
    ['NOPE', '--carrier', 'gls', '--tracking', '1Z'],
    'The carrier gls is not known; use usps, ups, fedex, dhl, other.',
  ],
  [[], 'Give one order number.'],
  [
    ['NOPE', '--carrier', 'ups', '--tracking', '1Z', '--lines', 'syn-rf:-1'],
    '“syn-rf:-1” is not a product with a quantity, such as syn-rf:2.',
  ],
] as const)('`ship %j` is refused', async ([args, sentence], { shop }) => {
  expect(await runShopCommand(shop, 'ship', ...args)).toEqual({ code: 1, lines: [sentence] })
})

test('an unclaimed gift is not packed', async ({ shop }) => {
  const giver = await buyer(shop, { contents: { 'syn-wk-gift-2020': 1 } })
  expect((await runShopCommand(shop, 'shipments', 'pack', giver.number)).lines).toEqual([
    `Nobody has claimed the gift of order ${giver.number} yet.`,
  ])
})
