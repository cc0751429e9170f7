import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { countStatements } from '../../bench/statement-count.ts'
import { requestReturn } from '#return/endpoints.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk, type DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const takeCounts = countStatements()
afterAll(() => api.close())

/** The statements of an order's page since they were last taken, by how often each was sent. */
const viewed = async (owner: DeskPerson, page: string): Promise<Readonly<Record<string, number>>> => {
  takeCounts()
  expect((await owner.get(page)).statusCode).toBe(200)
  return takeCounts().texts
}

/**
 * The statements of an order's page, seen after the first time: the first view writes an entry of the log, and loads the page. What
 * timers of the shop send is not in every view.
 */
const statementsOf = async (owner: DeskPerson, number: string): Promise<readonly string[]> => {
  const page = `/desk/orders/${number}`
  expect((await owner.get(page)).statusCode).toBe(200)
  const views = [await viewed(owner, page), await viewed(owner, page), await viewed(owner, page)]
  return Object.keys(views[0] ?? {}).flatMap((text) => {
    const times = Math.min(...views.map((texts) => texts[text] ?? 0))
    return Array.from({ length: times }, () => text.trim())
  })
}

/** The number of a new order. */
const bought = async (card: TestCardName = 'approve', quantity = 1): Promise<string> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf', quantity)
  const { order } = await visitor.checkout({ card })
  return order?.number ?? ''
}

let shippedOrders = 0

const ship = async (number: string): Promise<void> => {
  shippedOrders += 1
  const tracking = `1Z999AA1012345678${shippedOrders}`
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
}

const emailOf = async (number: string): Promise<string> => {
  const order = shop.app.database.kysely.selectFrom('order').select('email').where('number', '=', number)
  return (await order.executeTakeFirstOrThrow()).email
}

const line = { position: 0, quantity: 1 }

/** Bought before the time passes that its bank needs, and that a member has to send something back. */
const disputed = await bought('disputed')
await shop.travelTo('2031-01-10')
const owner = await joinDesk(api, 'owner', 'olive')

/** An order in each state, with what happened to it. */
const orderIn = {
  'to be packed': () => bought(),
  'on hold': async () => {
    const number = await bought()
    await owner.post(`/api/desk/orders/${number}/hold/`, { reason: 'The address is asked for.' })
    return number
  },
  shipped: async () => {
    const number = await bought()
    await ship(number)
    return number
  },
  'sent again': async () => {
    const number = await bought()
    await ship(number)
    await owner.post(`/api/desk/orders/${number}/reship/`, {
      units: [line],
      reason: 'It never came.',
      request_id: randomUUID(),
    })
    return number
  },
  refunded: async () => {
    const number = await bought()
    await ship(number)
    await runShopCommand(shop, 'refund', number, 'syn-rf=1')
    return number
  },
  'with a refund that was refused': async () => {
    const number = await bought('refund-refused')
    await ship(number)
    await runShopCommand(shop, 'refund', number, 'syn-rf=1').catch(() => undefined)
    return number
  },
  'with a return': async () => {
    const number = await bought()
    await ship(number)
    const lookup = { number, email: await emailOf(number), request_id: 'once' }
    await shop.visitor().client.call(requestReturn, { ...lookup, reason: 'other', lines: [line] })
    await runShopCommand(shop, 'return', `${number}-R1`)
    return number
  },
  'held, reported, refunded, sent again and noted': async () => {
    const number = await bought('approve', 3)
    await ship(number)
    const lookup = { number, email: await emailOf(number), request_id: 'once' }
    const problem = { kind: 'missing', wish: 'refund', details: '' } as const
    await shop.visitor().client.call(reportProblem, { ...lookup, ...problem, lines: [line] })
    await runShopCommand(shop, 'refund', number, 'syn-rf=1')
    const order = `/api/desk/orders/${number}`
    const about = { order_number: number, request_id: api.opened.deps.ids.uuid() }
    const requests = [
      [`${order}/reship/`, { units: [line], reason: 'It never came.', request_id: randomUUID() }],
      [`${order}/hold/`, { reason: 'The address is asked for.' }],
      ['/api/desk/notes/', { ...about, text: 'They called.' }],
    ] as const
    for (const [url, payload] of requests)
      expect([url, (await owner.post(url, payload)).statusCode]).toEqual([url, 200])
    return number
  },
  disputed: async () => {
    await ship(disputed)
    return disputed
  },
} satisfies Readonly<Record<string, () => Promise<string>>>

test.for(Object.entries(orderIn))(
  'the page of an order %s needs at most 12 statements and reads refunds once',
  async ([, arrange]) => {
    const statements = await statementsOf(owner, await arrange())
    expect(statements.filter((text) => text.includes('"refund"'))).toHaveLength(1)
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(12)
  },
)

test('the page of an order to be packed asks for no hold, no report and no person of staff', async () => {
  const statements = await statementsOf(owner, await bought())
  expect(statements.filter((text) => /"(?:staff|order_hold|order_problem)"/.test(text))).toEqual([])
})
