import { expect } from 'vitest'
import { inviteStaff } from '#staff/server/staff-members.ts'
import { inTransaction } from '#platform/transaction.ts'
import { softAuthenticator } from '../account/soft-authenticator.ts'
import { expectConsistent } from '../support/invariants.ts'
import { test, type TestShop } from '../support/shop.ts'
import { armed } from './armed-shop.ts'

/** Somebody of operations who is signed in at the desk of a shop of its own process. */
const joinDesk = async (shop: TestShop) => {
  const { deps, publicUrl } = shop.app
  const send = async (path: string, body: object | null, cookie: string) => {
    const answer = await fetch(`${publicUrl}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', cookie },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    expect(answer.status, path).toBe(200)
    return { cookie: cookies.join('; '), body: await answer.json() }
  }
  const token = await inTransaction(deps, (tx) =>
    inviteStaff(
      tx,
      { actor: 'operator', requestId: 'test' },
      { email: 'ines@staff.example', role: 'operations' },
    ),
  )
  const started = await send(`/api/desk/join/${token}/start/`, {}, '')
  const credential = softAuthenticator(publicUrl).register(started.body.options.challenge)
  const joining = { name: 'Ines', passkey_name: 'laptop', credential }
  const { cookie } = await send(`/api/desk/join/${token}/`, joining, started.cookie)
  return {
    post: async (path: string, body: object) => (await send(path, body, cookie)).body,
    get: async (path: string) => (await send(path, null, cookie)).body,
  }
}

test('killed between two orders of an act on many: it goes on, and does each once', async ({ shop }) => {
  const numbers: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const buyer = shop.visitor()
    await buyer.add('syn-rf')
    numbers.push((await buyer.checkout()).order?.number ?? '')
  }
  const { deps } = shop.app
  const orders = await deps.database.selectFrom('order').select('id').where('number', 'in', numbers).execute()
  const { died } = await armed(shop, 'bulk act: order done')
  const ines = await joinDesk(shop)
  const { id } = await ines.post('/api/desk/bulk-acts/', {
    request_id: deps.ids.uuid(),
    act: 'hold',
    ids: orders.map((order) => order.id),
  })
  await ines.post(`/api/desk/bulk-acts/${id}/start/`, { count: 3, reason: 'The lot is checked.' })
  await died
  await shop.app.start()
  expect(await ines.get(`/api/desk/bulk-acts/${id}/`)).toMatchObject({ state: 'running', done: 1 })
  await shop.settled()
  expect(await ines.get(`/api/desk/bulk-acts/${id}/`)).toMatchObject({
    state: 'finished',
    done: 3,
    failed: 0,
  })
  for (const number of numbers) {
    const { timeline } = await ines.get(`/api/desk/orders/${number}/`)
    expect(timeline.filter(({ text }: { text: string }) => text.startsWith('Held'))).toHaveLength(1)
  }
  await expectConsistent(shop)
})

test('killed after a part of a long list was written: it goes on, and the file has each order once', async ({
  shop,
}) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const number = (await buyer.checkout()).order?.number ?? ''
  const { died } = await armed(shop, 'order export: part written')
  const ines = await joinDesk(shop)
  const list = { filter: {}, cols: 'total' }
  const request = { request_id: shop.app.deps.ids.uuid(), list }
  const { id } = await ines.post('/api/desk/orders/exports/', request)
  await died
  await shop.app.start()
  await shop.settled()
  const path = `/api/desk/orders/exports/${id}/`
  expect(await ines.get(path)).toMatchObject({ state: 'ready', orders: 1 })
  expect(await ines.post(`${path}parts/`, { position: 0 })).toEqual({
    lines: `\uFEFForder,currency,total\r\n${number},USD,49.99\r\n`,
    next: null,
  })
})
