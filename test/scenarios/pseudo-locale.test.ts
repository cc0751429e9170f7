import { sql } from 'kysely'
import { expect } from 'vitest'
import { setUserExperiment } from '#experiment/endpoints.ts'
import { pseudoLocale } from '#shared/locale.ts'
import { contentStrings } from '../support/content-strings.ts'
import { everyPath, walk } from '../support/page-walk.ts'
import type { Asker } from '../support/page-walk.ts'
import { namesIn, textsOf } from '../support/readable-texts.ts'
import { testInOneShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'
import { untranslatedPages } from '../support/untranslated-pages.ts'

const test = testInOneShop({ environment: { PSEUDO_LOCALE: 'on' } })

const prefix = `/${pseudoLocale}`

const content = contentStrings()

/** What is readable English in texts: neither from the content nor a name. */
const readableOf = (texts: readonly string[]): string[] =>
  texts.filter((text) => {
    // Names first: an address has the key of the brand in it.
    const words = namesIn.reduce((rest, name) => rest.replaceAll(name, ' '), text)
    return /[A-Za-z]{3,}/.test(content.reduce((rest, written) => rest.replaceAll(written, ' '), words))
  })

// The desk and the tools of developers are in English.
const isForReaders = (path: string): boolean => !/^\/(desk|outbox|time-machine|target)(\/|$)/.test(path)

const readablePages = async (asker: Asker, paths: readonly string[]): Promise<Map<string, string[]>> => {
  const local = paths.map((path) => (path === '/' ? prefix : `${prefix}${path}`))
  const pages = await walk(asker, local)
  expect(pages.length).toBeGreaterThan(15)
  const nameOf = (path: string): string =>
    path.slice(prefix.length).replace(/(?<=\/(subscriptions|orders)\/)[^/]+$/, ':id') || '/'
  return new Map(pages.map(({ path, text }) => [nameOf(path), readableOf(textsOf(text))]))
}

const expectOnlyKnown = (found: ReadonlyMap<string, readonly string[]>): void => {
  const unknown = [...found].filter(([path, texts]) => texts.length > 0 && !(path in untranslatedPages))
  expect(Object.fromEntries(unknown)).toEqual({})
  const done = Object.keys(untranslatedPages).filter((path) => found.get(path)?.length === 0)
  expect(done, 'is in catalogs now: take it off the list').toEqual([])
}

test('visitor pages have no text outside of catalogs and content', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const paths = (await everyPath(visitor.client)).filter(isForReaders)
  expectOnlyKnown(await readablePages(visitor.client, paths))
})

/** A member who buys, asks for links, and cancels: each of it is mailed. */
const busyMember = async (shop: TestShop) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await sql`update account set locale = ${pseudoLocale}`.execute(shop.app.database.kysely)
  await member.signIn()
  // Which members have the pages of the program is chance otherwise.
  await member.client.call(setUserExperiment, { id: 'loyalty_new_user', variant: 'include' })
  return member
}

test('member pages and mails have no text outside of catalogs and content', async ({ shop }) => {
  const member = await busyMember(shop)
  const [subscription] = await member.subscriptions()
  const [order] = await member.orders()
  const paths = [
    ...(await everyPath(member.client)).filter((path) => path.startsWith('/account')),
    `/account/subscriptions/${subscription?.id ?? ''}`,
    `/account/orders/${order?.number ?? ''}`,
  ]
  expectOnlyKnown(await readablePages(member.client, paths))
  await shop.travelTo('2031-02-20')
  const mails = (await shop.mails(member.email)).filter(({ html }) =>
    html.includes(`<html lang="${pseudoLocale}"`),
  )
  expect(mails.length).toBeGreaterThan(1)
  const readable = mails.map(
    ({ subject, html }) => [subject, readableOf([subject, ...textsOf(html)])] as const,
  )
  expect(readable.filter(([, texts]) => texts.length > 0)).toEqual([])
})
