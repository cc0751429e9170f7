import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { viewReport } from '#report/endpoints.ts'
import { createReportLink } from '#report/server/report-link.ts'
import { statementSummary } from '#platform/statements.ts'
import { statementsIn } from '../../bench/idle-statements.ts'
import { newApiClient } from '../support/api-client.ts'
import { urlOf } from '../support/pgbouncer.ts'
import { startRestartableServer } from '../support/restartable-server.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

const document = join(import.meta.dirname, '../../docs/operations/scale.md')
const schemaFile = join(import.meta.dirname, '../../src/platform/schema.ts')

let server: Awaited<ReturnType<typeof startRestartableServer>>
let shop: TestShop

beforeAll(async () => {
  server = await startRestartableServer()
  // Only what the shop's own processes send is in the server's log.
  const logged = (url: string): string => `${url}&options=${encodeURIComponent('-c log_statement=all')}`
  shop = await openTestShop({
    server: server.server,
    reach: (address) => ({ kind: 'url', url: logged(urlOf(address)) }),
  })
})

afterAll(async () => {
  await shop.close()
  await server.stop()
})

/** The cells of a table of the document under a heading, without its backticks. */
const tableUnder = (text: string, heading: string): string[][] => {
  const after = text.slice(text.indexOf(`## ${heading}`) + heading.length)
  const section = after.slice(0, after.search(/\n## |$(?![\s\S])/))
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').trim()),
    )
}

const comparison = /"?(\w+)"?(?:\)|::\w+)?\s*(?:=|<>|<=|>=|<|>|\bin\b|\bis\b|= any)/g

/** The columns that a statement compares, in the order of the alphabet. */
const comparedIn = (text: string, columns: ReadonlySet<string>): readonly string[] => {
  const conditions = text.slice(Math.max(text.search(/\b(?:where|having)\b/), 0))
  const found = [...conditions.matchAll(comparison)].flatMap(([, name]) => name ?? [])
  return [...new Set(found)].filter((name) => columns.has(name)).toSorted()
}

/** What one row of a person is found by: with it a statement is sent to one shard, once its caller names the person too. */
const isIdentifying = (column: string): boolean =>
  /^(?:id|.*_id|.*_key|.*_hash|key|hash|code|number|reference|email|.*_email|tracking|processor_\w+)$/.test(
    column,
  )

const tablesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|into|update|using)\s+"?(\w+)"?/g)].flatMap(([, name]) => name ?? [])

/** The statement that asks for every step of the due work whether it is due. */
const dueLook = 'select array of conditions'

/** Statements about people that name none of them: each would ask every shard. */
const crossing = async (): Promise<string[]> => {
  const places = new Map(
    tableUnder(await readFile(document, 'utf8'), 'Tables').map(([table, key]) => [table, key]),
  )
  const schema = await readFile(schemaFile, 'utf8')
  const namesIn = (text: string): ReadonlySet<string> =>
    new Set([...text.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name ?? ''))
  const columns = namesIn(schema)
  const tables = namesIn(schema.slice(schema.indexOf('interface Database ')))
  const statements = statementsIn(await readFile(server.logFile, 'utf8')).map((text) => text.toLowerCase())
  const unplaced = new Set<string>()
  const found = statements.flatMap((text) => {
    if (/pgboss|^(?:begin|commit|rollback|set|listen|select version)/.test(text)) return []
    const keys = tablesIn(text).flatMap((table) => {
      if (!places.has(table) && tables.has(table)) unplaced.add(table)
      return places.get(table) ?? []
    })
    if (text.startsWith('select array[')) return [dueLook]
    const compared = comparedIn(text, columns)
    if (!keys.includes('account') || text.startsWith('insert') || text.startsWith('with')) return []
    return compared.some(isIdentifying)
      ? []
      : [`${statementSummary(text)} by ${compared.join(', ') || 'nothing'}`]
  })
  expect([...unplaced]).toEqual([])
  return [...new Set(found)].toSorted()
}

test('the statements of a shop that contain no personal data are those listed in docs/operations/scale.md', async () => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-20')
  await mara.make({ action: 'change-quantity', quantity: 2 })
  await shop.travelTo('2031-03-10')
  await mara.make({ action: 'pause' })
  const { deps, publicUrl } = shop.app
  const secret = 'the secret of the shops under test, long enough'
  const link = createReportLink({ ...deps, publicUrl, secret }).url(
    Temporal.Instant.from('2031-04-01T00:00:00Z'),
  )
  const token = new URL(link).searchParams.get('token') ?? ''
  await newApiClient(shop.url).call(viewReport, { token, from: '2031-01', to: '2031-03' })
  const documented = tableUnder(await readFile(document, 'utf8'), 'Statements that ask every shard')
  const found = await crossing()
  // A step of the due work sends its own only when it finds something at that moment.
  const always = documented.filter(([, why]) => !why?.startsWith('due work: '))
  expect(found).toEqual(expect.arrayContaining(always.map(([name]) => name)))
  expect(documented.map(([name]) => name)).toEqual(expect.arrayContaining(found))
})
