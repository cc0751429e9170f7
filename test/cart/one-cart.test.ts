import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { from, newShopper, openCartApp } from './cart-app.ts'
import type { Shopper } from './cart-app.ts'

let app: Awaited<ReturnType<typeof openCartApp>>

beforeAll(async () => {
  app = await openCartApp()
})

afterAll(() => app.close())

const view = (shopper: Shopper) => app.carts.viewCart(from(shopper), {})
const add = (shopper: Shopper, code: string, quantity = 1) =>
  app.carts.addCartItem(from(shopper), { code, quantity, only_if_absent: false, only_if_offered: false })

const openCarts = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from cart where account_id is not null
    and ordered_at is null group by account_id order by 1 desc limit 1`.execute(app.database.kysely)
  return rows[0]?.n ?? 0
}

const withCart = async (...codes: readonly string[]): Promise<Shopper> => {
  const shopper = newShopper()
  for (const code of codes) await add(shopper, code)
  return shopper
}

test('a cart filled before sign-in is merged with the member’s waiting cart, on every device', async () => {
  const actor = await app.member('mara@example.com')
  const phone = await withCart('vs-wk')
  await app.signIn(phone, actor)
  const laptop = await withCart('syn-wk', 'syn-wk')
  await app.signIn(laptop, actor)
  for (const shopper of [laptop, phone])
    expect((await view(shopper)).items).toEqual({ 'vs-wk': 1, 'syn-wk': 2 })
  expect((await view(laptop)).cart_id).toBe((await view(phone)).cart_id)
  // Signing in once more adds nothing twice.
  await app.signIn(laptop, actor)
  expect((await view(phone)).items).toEqual({ 'vs-wk': 1, 'syn-wk': 2 })
})

test('devices that sign in at the same moment share one cart', async () => {
  const actor = await app.member('ines@example.com')
  const devices = await Promise.all(
    ['syn-wk', 'vs-wk', 'pds-wk', 'syn-wk', 'vs-wk'].map((code) => withCart(code)),
  )
  await Promise.all(devices.map((device) => app.signIn(device, actor)))
  const all = { 'syn-wk': 2, 'vs-wk': 2, 'pds-wk': 1, 'pds-gwp': 1 }
  for (const device of devices) expect((await view(device)).items).toEqual(all)
  expect(await openCarts()).toBe(1)
})

test('a member whose first items come from ten devices at once has one cart with all of them', async () => {
  const actor = await app.member('noor@example.com')
  const devices = Array.from({ length: 10 }, newShopper.bind(null, 'US'))
  for (const device of devices) device.actor = actor
  await Promise.all(devices.map((device, at) => add(device, at % 2 === 0 ? 'syn-wk' : 'vs-wk')))
  expect((await view(newShopperAs(actor))).items).toEqual({ 'syn-wk': 4, 'vs-wk': 4 })
  expect(await openCarts()).toBe(1)
})

const newShopperAs = (actor: Shopper['actor']): Shopper => ({ ...newShopper(), actor })

test('clearing the cart leaves no older cart', async () => {
  const actor = await app.member('june@example.com')
  const laptop = await withCart('vs-wk')
  await app.signIn(laptop, actor)
  // A cart without an owner in the browser of a member.
  const linked = await withCart('syn-wk')
  linked.actor = actor
  await app.carts.clearCart(from(linked), {})
  for (const shopper of [laptop, linked, newShopperAs(actor)]) expect((await view(shopper)).items).toEqual({})
})

test('of several carts of one member the newest stays, and the others lose typed text and merge on their devices', async () => {
  const actor = await app.member('old@example.com')
  const accountId = actor.kind === 'member' ? actor.accountId : ''
  const devices = [await withCart('syn-wk'), await withCart('vs-wk')]
  const [older, newer] = devices
  const db = app.database.kysely
  await sql`drop index cart_of_account`.execute(db)
  for (const [days, device] of [
    [2, older],
    [1, newer],
  ] as const)
    await sql`update cart set account_id = ${accountId}, draft = '{"email": "mara@example.com"}',
      updated_at = updated_at - make_interval(days => ${days}) where id = ${device?.jar.get('loam_cart_id')}`.execute(
      db,
    )
  await sql`create index cart_of_account on cart (account_id)`.execute(db)
  const file = join(import.meta.dirname, '../../db/migrations/0090_cart_one_of_account.sql')
  await app.database.pool.query(await readFile(file, 'utf8'))
  if (!older || !newer) throw new Error('two devices')
  // Signed out, the older one shows what is in it, and nothing that was typed.
  expect(await view(older)).toMatchObject({ items: { 'syn-wk': 1 }, draft: {} })
  older.actor = actor
  newer.actor = actor
  expect(await view(newer)).toMatchObject({ items: { 'vs-wk': 1 }, draft: { email: 'mara@example.com' } })
  expect((await view(older)).items).toEqual({ 'vs-wk': 1, 'syn-wk': 1 })
  expect(await openCarts()).toBe(1)
})
