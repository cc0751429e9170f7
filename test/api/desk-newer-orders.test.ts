import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const buy = async (): Promise<void> => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
}

/** What the script of the open list asks. */
const question = async (person: DeskPerson, path: string): Promise<string> => {
  const { body } = await person.get(path)
  return /data-desk-newer="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
}

const ask = (
  person: DeskPerson,
  url: string,
  headers: Readonly<Record<string, string>> = { 'x-unattended': 'yes' },
) => api.inject({ method: 'GET', url, headers: { cookie: person.cookie, ...headers } })

test('an open list counts the newer orders that match its filter, also when it was empty', async () => {
  const sam = await joinDesk(api, 'support', 'sam')
  const empty = await question(sam, '/desk/orders?state=on-hold')
  await buy()
  const [all, abroad] = [
    await question(sam, '/desk/orders?cols=total'),
    await question(sam, '/desk/orders?country=DE'),
  ]
  expect((await ask(sam, all)).json()).toEqual({ count: 0 })
  await buy()
  await buy()
  expect((await ask(sam, all)).json()).toEqual({ count: 2 })
  expect((await ask(sam, abroad)).json()).toEqual({ count: 0 })
  expect((await ask(sam, empty)).json()).toEqual({ count: 0 })
  const [order] = (await sam.get('/api/desk/orders/')).json().orders
  await sam.post(`/api/desk/orders/${order.number}/hold/`, { reason: 'Asked for.' })
  expect((await ask(sam, empty)).json()).toEqual({ count: 1 })
  // New orders do not come to the top of these.
  for (const path of ['/desk/orders?sort=total', '/desk/orders?sort=placed'])
    expect(await question(sam, path)).toBe('')
  expect((await ask(sam, '/api/desk/orders/newer/?since=1~2')).statusCode).toBe(400)
})

test.each(['owner', 'finance'] as const)(
  'automatic polling does not extend an idle session of %s',
  async (role) => {
    const person = await joinDesk(api, role)
    const url = await question(person, '/desk/orders')
    for (let minute = 0; minute < 29; minute += 1) {
      await shop.advanceSeconds(1 * 60)
      expect((await ask(person, url)).statusCode, `minute ${minute}`).toBe(200)
    }
    await shop.advanceSeconds(2 * 60)
    expect((await ask(person, url)).statusCode).toBe(401)
    expect((await person.get('/desk/orders')).statusCode).toBe(303)
  },
)

test('a person who acts between polls stays signed in', async () => {
  const olive = await joinDesk(api, 'owner', 'olive')
  const url = await question(olive, '/desk/orders')
  for (let minute = 0; minute < 40; minute += 10) {
    await shop.advanceSeconds(10 * 60)
    expect((await ask(olive, url, {})).statusCode).toBe(200)
  }
})
