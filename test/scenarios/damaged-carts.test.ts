import { sql } from 'kysely'
import { expect } from 'vitest'
import { invariantViolations } from '../../src/app/invariants.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { TestShop } from '../support/shop.ts'
import { testInOneShop } from '../support/shop.ts'
import type { Visitor } from '../support/visitor.ts'

const test = testInOneShop()

/** Columns of a cart as nobody but SQL writes them. */
type Damage = Readonly<Record<string, string>>

const damage = async (shop: TestShop, visitor: Visitor, columns: Damage): Promise<string> => {
  const { cart_id: id } = await visitor.cart()
  const values = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${sql.raw(value)}`)
  await sql`update cart set ${sql.join(values)} where id = ${id}::uuid`.execute(shop.app.database.kysely)
  return id ?? ''
}

const linesAbout = (shop: TestShop, id: string): string[] => shop.logged().filter((line) => line.includes(id))

test.for<[string, Damage]>([
  ['a fraction', { items: `'{"syn-wk": 1, "vs-wk": 1.5}'` }],
  ['text', { items: `'{"syn-wk": 1, "vs-wk": "2"}'` }],
  ['an object', { items: `'{"syn-wk": 1, "vs-wk": {"quantity": 2}}'` }],
  ['a negative number', { items: `'{"syn-wk": 1, "vs-wk": -1}'` }],
  ['zero', { items: `'{"syn-wk": 1, "vs-wk": 0}'` }],
  ['nothing', { items: `'{"syn-wk": 1, "vs-wk": null}'` }],
  ['a number that is not exact', { items: `'{"syn-wk": 1, "vs-wk": 9007199254740993}'` }],
  ['a number above the largest amount', { items: `'{"syn-wk": 1, "vs-wk": 9007199254740991}'` }],
  ['a bundle twice', { bundles: `'["syn-wk-duo", "syn-wk-duo", 7, null]'` }],
  ['bundles that are no list', { bundles: `'{"syn-wk-duo": true}'` }],
  ['codes of nothing', { further_codes: `array[null, 'NOSUCHCODE', null]` }],
  ['a gift without its fields', { gift: `'{"recipient_name": 3}'` }],
  ['a gift that is a list', { gift: `'[]'`, gift_draft: `'"text"'` }],
  ['a draft with a number', { draft: `'{"email": "rae@example.com", "city": 7}'` }],
  ['a draft that is a list', { draft: `'["rae@example.com"]'` }],
])('an unreadable part of a stored cart is left out: %s', async ([, columns], { shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const id = await damage(shop, visitor, columns)
  const violations = await invariantViolations(shop.app.database.kysely)
  expect(violations.filter((line) => line.includes(id))).toEqual([
    `cart ${id} cannot be read completely: ${Object.keys(columns).join(', ')}`,
  ])
  expect(await visitor.cart()).toMatchObject({ items: { 'syn-wk': 1 }, total: '49.99', gift: null })
  for (const path of ['/cart', '/checkout'])
    expect((await visitor.client.send({ method: 'GET', path })).status).toBe(200)
  // The kit alone.
  expect(await visitor.checkout({ but: { total: '49.99' } })).toMatchObject({ status: 'ordered' })
  expect(linesAbout(shop, id)).toHaveLength(1)
  expect(linesAbout(shop, id).join()).not.toContain('rae@')
  await expectConsistent(shop)
})

test('a damaged cart can be changed, cleared, and merged at sign-in', async ({ shop }) => {
  const changing = shop.visitor()
  await changing.add('syn-wk')
  const changed = await damage(shop, changing, { items: `'{"syn-wk": "many", "vs-wk": 1}'`, draft: `'7'` })
  expect((await changing.add('pds-wk')).items).toEqual({ 'vs-wk': 1, 'pds-wk': 1, 'pds-gwp': 1 })
  // What was left out is no longer stored.
  expect((await invariantViolations(shop.app.database.kysely)).join()).not.toContain(changed)

  const clearing = shop.visitor()
  await clearing.add('syn-wk')
  await damage(shop, clearing, { items: `'[1, 2]'` })
  expect((await clearing.clear()).cart_id).toBeNull()

  const member = await shop.member({ plan: 'monthly refill' })
  await member.add('vs-wk')
  const phone = shop.visitor()
  await phone.add('syn-wk')
  await damage(shop, phone, { items: `'{"syn-wk": 1, "vs-wk": -3, "pds-wk": 0.5}'` })
  member.client.jar.set('loam_cart_id', phone.client.jar.get('loam_cart_id') ?? '')
  expect((await member.cart()).items).toEqual({ 'vs-wk': 1, 'syn-wk': 1 })
})

test('a cart that is damaged while its payment is in flight becomes an order', async ({ shop }) => {
  const paying = shop.visitor()
  await paying.add('syn-wk')
  const sent = await paying.checkout({ card: 'challenge' })
  await damage(shop, paying, { items: `'{"syn-wk": "1"}'`, bundles: `'7'`, gift: `'7'` })
  await shop.pages.answerChallenge(sent.challenge_url ?? '', 'approve')
  expect((await paying.untilDecided(sent.checkout_id)).status).toBe('ordered')
  await expectConsistent(shop)
})

test.for<[string, Damage, string]>([
  // 49.99: what is off for two is not for one.
  ['a bundle with one kit left', { bundles: `'["syn-wk-duo"]'` }, '49.99'],
  // 49.99 without the gift of a kit that is not there.
  ['gifts of a missing kit', { items: `'{"syn-wk": 1, "pds-gwp": 5}'` }, '49.99'],
  // 2 x 49.99 - 10, once.
  ['a bundle twice', { items: `'{"syn-wk": 2}'`, bundles: `'["syn-wk-duo", "syn-wk-duo"]'` }, '89.98'],
])('the checkout total equals the total of a damaged cart: %s', async ([, columns, total], { shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await damage(shop, visitor, columns)
  expect((await visitor.cart()).total).toBe(total)
  expect(await visitor.preview()).toMatchObject({ total })
})
