import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const visitor = shop.visitor()
await visitor.add('syn-wk')
const bought = await visitor.checkout()
const number = bought.order?.number ?? ''
await shop.settled()
const support = await joinDesk(api, 'support')
const readOnly = await joinDesk(api, 'read-only')
const finance = await joinDesk(api, 'finance')

type Desk = typeof support

const mailsIn = async (person: Desk) => {
  const { timeline } = (await person.get(`/api/desk/orders/${number}/`)).json()
  return timeline
    .map(({ text, detail }: { text: string; detail: string }) => ({ text, detail }))
    .filter(({ text }: { text: string }) => text.includes(' sent to '))
}

const linksOn = async (person: Desk): Promise<number> =>
  (await person.get(`/desk/orders/${number}`)).body.split('href="#send-again"').length - 1

test('the timeline names the mail and its address, and hides address and subject from roles without names', async () => {
  expect(await mailsIn(support)).toEqual([
    { text: `Order confirmation sent to ${visitor.email}`, detail: `“Your order ${number}”` },
  ])
  const masked = visitor.email.replace(/^(..)[^@]*@(..).*(\.\w+)$/, '$1…@$2…$3')
  expect(await mailsIn(readOnly)).toEqual([{ text: `Order confirmation sent to ${masked}`, detail: '' }])
  const page = (await readOnly.get(`/desk/orders/${number}`)).body
  expect(page).toContain(`sent to ${masked}`)
  expect(page).not.toContain(visitor.email)
})

test('a permitted role sends the last confirmation again, and the timeline shows both', async () => {
  expect([await linksOn(support), await linksOn(finance), await linksOn(readOnly)]).toEqual([1, 0, 0])
  const sent = await support.post(`/api/desk/orders/${number}/mail/`, { reason: 'The buyer deleted it' })
  expect(sent.statusCode).toBe(200)
  await shop.settled()
  expect((await mailsIn(support)).map(({ text }: { text: string }) => text)).toEqual([
    `Order confirmation sent to ${visitor.email}`,
    `Order confirmation sent to ${visitor.email}`,
  ])
  expect(await linksOn(support)).toBe(1)
  // Who asked for it is an entry of its own.
  const { timeline } = (await support.get(`/api/desk/orders/${number}/`)).json()
  const requested = timeline.filter(({ text }: { text: string }) =>
    text.startsWith('Confirmation requested again by'),
  )
  expect(requested).toHaveLength(1)
})
