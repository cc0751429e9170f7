import { afterAll, expect, inject, test } from 'vitest'
import { createServer } from '#app/server.ts'
import { openBuild } from '#web/rendering/built-pages.ts'
import { brand } from '#shared/brand.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { joinDesk } from './desk-person.ts'
import { createPageEditor, pageAddress } from './page-editor.ts'
import { openTestApi } from './test-api.ts'

// One server is the test's own, whose renderings can be held; the one that publishes is a process of its own.
const api = await openTestApi()
const { shop } = api
const { kysely: db, pool } = shop.app.database
const { shop: opened, close: closeOpened } = await openInProcessShop(shop, {
  environment: { PUBLIC_URL: shop.url, COUNTRY_HEADER: 'x-country' },
})

interface Hold {
  readonly reached: PromiseWithResolvers<void>
  readonly release: PromiseWithResolvers<void>
}

let hold: Hold | null = null
const source = await openBuild(inject('pagesFolder'))
const buildFolder = inject('pagesFolder')
const own = await createServer(
  { ...opened, buildFolder },
  {
    ...source,
    pages: {
      ...source.pages,
      render: async (...rendering) => {
        const response = await source.pages.render(...rendering)
        const holding = hold
        hold = null
        holding?.reached.resolve()
        await holding?.release.promise
        return response
      },
    },
  },
)
await own.ready()
afterAll(async () => {
  await own.close()
  await closeOpened()
  await api.close()
})

const mira = await joinDesk(api, 'marketing', 'mira-races')
const { partOf, save, view } = createPageEditor(mira)

const draftLead = async (lead: string): Promise<number> => {
  expect((await save(await partOf('accessibility', 'title'), { lead })).json()).toMatchObject({
    state: 'saved',
  })
  return (await view('accessibility')).revision
}

const publishElsewhere = async (revision: number): Promise<number> => {
  const answer = await fetch(`${shop.url}${pageAddress('accessibility', 'publish/')}`, {
    method: 'POST',
    headers: { cookie: mira.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ revision }),
  })
  return answer.status
}

const askHere = async (country = 'US'): Promise<string> =>
  (await own.inject({ method: 'GET', url: '/accessibility', headers: { 'x-country': country } })).body

const askThere = async (): Promise<string> => (await fetch(`${shop.url}/accessibility`)).text()

const edition = (): string => opened.content.edition(opened.deps.clock.now())

const expectOnly = async (text: string): Promise<void> => {
  for (const country of ['US', 'US', 'CA', 'DE']) expect(await askHere(country)).toContain(text)
  expect(await askThere()).toContain(text)
}

test('a page rendered during its publication is not served from the cache afterwards', async () => {
  const revision = await draftLead('The first one.')
  await askThere()
  const before = edition()
  const holding: Hold = { reached: Promise.withResolvers(), release: Promise.withResolvers() }
  hold = holding
  const early = askHere()
  await holding.reached.promise
  expect(await publishElsewhere(revision)).toBe(200)
  // Who published it sees it without waiting for anything.
  expect(await askThere()).toContain('The first one.')
  await expect.poll(edition).not.toBe(before)
  expect(await askHere()).toContain('The first one.')
  holding.release.resolve()
  // It was asked for before.
  expect(await early).not.toContain('The first one.')
  await expectOnly('The first one.')
})

test('a process that has been notified of a publication and not yet read it caches no page meanwhile', async () => {
  const revision = await draftLead('The second one.')
  const before = edition()
  const [state, versions] = [await pool.connect(), await pool.connect()]
  try {
    await state.query(`begin; select from shop_state where name = 'content' for update`)
    const published = publishElsewhere(revision)
    await waitUntilBlocked(db, 1, 'shop_state')
    // Is next for the table of versions, before anybody who wants to read the new one.
    const locked = versions.query('begin; lock table page_version in access exclusive mode')
    await waitUntilBlocked(db, 1, 'access exclusive')
    await state.query('commit')
    await locked
    // All of them know, and wait to read it.
    await waitUntilBlocked(db, 3, 'page_version')
    expect(await askHere()).toContain('The first one.')
    expect(await askHere('CA')).toContain('The first one.')
    await versions.query('commit')
    expect(await published).toBe(200)
  } finally {
    for (const client of [state, versions]) {
      await client.query('rollback')
      client.release()
    }
  }
  await expect.poll(edition).not.toBe(before)
  await expectOnly('The second one.')
})

test('the site map of every process has the day on which the desk published a page', async () => {
  const lastChange = async (): Promise<string | undefined> =>
    /\/accessibility<\/loc><lastmod>([^<]+)</.exec(
      (await own.inject({ method: 'GET', url: '/sitemap.xml' })).body,
    )?.[1]
  expect(await publishElsewhere(await draftLead('Changed today.'))).toBe(200)
  const today = opened.deps.clock.now().toZonedDateTimeISO(brand.timeZone).toPlainDate().toString()
  await expect.poll(lastChange).toBe(today)
})
