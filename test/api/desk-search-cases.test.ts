import { afterAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { requestReturn } from '#return/endpoints.ts'
import { reportProblem } from '#return/problem-endpoints.ts'
import type { StaffRole } from '#shared/staff.ts'
import { countStatements } from '../../bench/statement-count.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const takeCounts = countStatements()
afterAll(() => api.close())

/** An order of two boxes that arrived: one is reported as missing, the other one comes back. */
const visitor = shop.visitor()
await visitor.add('syn-rf', 2)
const { order } = await visitor.checkout()
const number = order?.number ?? ''
await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', '1Z999AA10123456784')
await runShopCommand(shop, 'shipments', 'event', '1Z999AA10123456784', 'delivered')
const lookup = { number, email: visitor.email, request_id: 'once' }
const lines = [{ position: 0, quantity: 1 }]
await visitor.client.call(requestReturn, { ...lookup, reason: 'other', lines })
const wish = { kind: 'missing', wish: 'reship', details: 'Ask Quill about it', lines } as const
await visitor.client.call(reportProblem, { ...lookup, ...wish })

interface FoundRow {
  readonly kind: string
  readonly title: string
  readonly detail: string
  readonly href: string
}

const found = async (person: DeskPerson, q: string): Promise<readonly FoundRow[]> =>
  (await person.get(`/api/desk/search/?q=${encodeURIComponent(q)}`)).json().found

const casesFor = async (person: DeskPerson, q: string): Promise<readonly string[]> =>
  (await found(person, q))
    .filter(({ kind }) => kind === 'problem' || kind === 'return')
    .map(({ title }) => title)

const [report, back] = [`${number}-P1`, `${number}-R1`]
const sam = await joinDesk(api, 'support', 'sam')

test('a report and a return are found by their number, by how it begins, and in small letters, with a link to their pages', async () => {
  for (const q of [report, report.toLowerCase(), `${number}-P`])
    expect([q, await found(sam, q)]).toEqual([
      q,
      [
        expect.objectContaining({
          kind: 'problem',
          title: report,
          detail: `Order ${number}, missing`,
          href: `/desk/problems/${report}`,
        }),
      ],
    ])
  for (const q of [back, back.toLowerCase(), `${number}-R`])
    expect([q, await found(sam, q)]).toEqual([
      q,
      [
        {
          kind: 'return',
          title: back,
          detail: `Order ${number}`,
          state: 'requested',
          href: `/desk/fulfillment/returns/${back}`,
        },
      ],
    ])
  for (const { href } of await found(sam, `${number}-`)) expect((await sam.get(href)).statusCode).toBe(200)
  const page = (await sam.get(`/desk/find?q=${number}`)).body
  for (const words of ['Reports of problems', 'Returns', 'expected', `${report}`])
    expect(page).toContain(words)
})

test('the number of an order finds its reports and returns too, and what is in the middle or unknown finds none', async () => {
  expect(await casesFor(sam, number)).toEqual([report, back])
  expect(await casesFor(sam, number.slice(0, 6))).toEqual([report, back])
  for (const q of [number.slice(1), '-P1', `${number}-P12`, '%', `${number}_P1`, 'P1'])
    expect([q, await casesFor(sam, q)]).toEqual([q, []])
})

test.for<readonly [StaffRole, readonly string[]]>([
  ['owner', [report, back]],
  ['operations', [report, back]],
  ['support', [report, back]],
  ['finance', [report]],
  ['read-only', [report]],
  ['marketing', []],
])('%s finds the reports and returns whose pages the role may open', async ([role, expected]) => {
  const person = await joinDesk(api, role, `${role}-one`)
  expect(await casesFor(person, `${number}-`)).toEqual(expected)
  for (const { href } of await found(person, `${number}-`))
    expect([href, (await person.get(href)).statusCode]).toEqual([href, 200])
})

test('what a role without names finds of a report has no name, email or word of the buyer', async () => {
  const reader = await joinDesk(api, 'read-only', 'rea')
  const { body } = await reader.get(`/api/desk/search/?q=${report}`)
  expect(body).toContain(report)
  const { rows } = await sql<{ first: string; last: string }>`
    select ship_to ->> 'firstName' as first, ship_to ->> 'lastName' as last from "order" where number = ${number}`.execute(
    shop.app.database.kysely,
  )
  for (const word of [visitor.email, rows[0]?.first ?? '', rows[0]?.last ?? '', 'Quill'])
    expect(body).not.toContain(word)
})

test.for([
  ['desk_problem', 'order_problem_number_prefix'],
  ['desk_found_return', 'order_return_number_prefix'],
] as const)(
  'the statement of %s reads the first of an index, however many begin alike',
  async ([view, index]) => {
    takeCounts()
    await found(sam, number)
    const text = Object.keys(takeCounts().texts).find((one) => one.includes(view)) ?? ''
    const client = await shop.app.database.pool.connect()
    try {
      // Of a few rows a plan reads everything and sorts it.
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_bitmapscan = off')
      await client.query('set local plan_cache_mode = force_custom_plan')
      const { rows } = await client.query<Record<string, string>>(`explain ${text}`, [`${number}%`, 8])
      const plan = rows.flatMap((row) => Object.values(row)).join('\n')
      expect(plan).toContain(index)
      expect(plan).not.toContain('Sort')
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)
