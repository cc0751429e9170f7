import { afterAll, expect, test } from 'vitest'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const buyDisputed = async (): Promise<string> => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  await buyer.checkout({ card: 'disputed' })
  const [order] = await (await shop.asMember(buyer)).orders()
  if (!order) throw new Error('nothing was bought')
  return order.number
}

const [answered, accepted] = [await buyDisputed(), await buyDisputed()]
await shop.travelTo('2031-01-10')
// After the journey in time: a session at the desk ends within hours.
const finance = await joinDesk(api, 'finance', 'olu')
const operations = await joinDesk(api, 'operations', 'ines')
const support = await joinDesk(api, 'support', 'sam')
const owner = await joinDesk(api, 'owner', 'olive')

const url = (number: string, action = ''): string => `/api/desk/orders/${number}/dispute/${action}`

const actionsOf = async (number: string): Promise<string[]> =>
  (await owner.get(`/api/desk/team/log/?subject=order:${number}`))
    .json()
    .entries.map(({ action }: { action: string }) => action)

test('the home page counts the open disputes with their deadlines and links to them', async () => {
  const { work } = (await finance.get('/api/desk/home/')).json()
  const line = work.find(({ kind }: { kind: string }) => kind === 'dispute')
  expect([line.count, line.due_at === null, line.sums[0].amount]).toEqual([2, false, '99.98'])
  const { rows } = (await finance.get('/api/desk/tasks/dispute/')).json()
  expect(rows.map(({ href }: { href: string }) => href).toSorted()).toEqual(
    [answered, accepted].map((number) => `/desk/orders/${number}`).toSorted(),
  )
})

test('the dispute page and its PDF have the evidence, and support has no access to it', async () => {
  const page = await finance.get(`/desk/orders/${answered}/dispute`)
  expect([page.statusCode, page.body.includes('What the buyer agreed to at the pay button')]).toEqual([
    200,
    true,
  ])
  const { timeline } = (await finance.get(`/api/desk/orders/${answered}/`)).json()
  const details = timeline.map(({ detail }: { detail: string }) => detail).join(' ')
  expect(details).toMatch(/Evidence is due by [A-Z][a-z]+ \d+, \d{4}\./)
  const file = await finance.get(`/desk/orders/${answered}/evidence.pdf`)
  expect([file.headers['content-type'], file.body.startsWith('%PDF-')]).toEqual(['application/pdf', true])
  for (const path of [
    url(answered),
    `/desk/orders/${answered}/dispute`,
    `/desk/orders/${answered}/evidence.pdf`,
  ])
    expect([path, (await support.get(path)).statusCode]).toEqual([path, 404])
})

test('of two staff who submit the evidence at once, one succeeds, and the other gets the reason', async () => {
  const send = (person: DeskPerson) => person.post(url(answered, 'submit/'), { reason: 'It was delivered' })
  const answers = await Promise.all([send(finance), send(operations)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await actionsOf(answered)).filter((action) => action === 'dispute.answered')).toHaveLength(1)
  const again = await send(finance)
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    expect.stringContaining('Nothing was sent again'),
  ])
})

test('a dispute is conceded once, with the reason in the log, and leaves the home pages', async () => {
  const accept = () => finance.post(url(accepted, 'accept/'), { reason: 'The box was lost' })
  expect((await accept()).statusCode).toBe(200)
  await accept()
  expect((await actionsOf(accepted)).filter((action) => action === 'dispute.accepted')).toHaveLength(1)
  const { work } = (await finance.get('/api/desk/home/')).json()
  expect(work.map(({ kind }: { kind: string }) => kind)).not.toContain('dispute')
})

test('a member with a dispute is marked, also after a lost dispute and for support; other members are not', async () => {
  const memberOf = async (number: string): Promise<string> =>
    (await owner.get(`/api/desk/orders/${number}/`)).json().account_id
  const flagOf = async (number: string) =>
    (await support.get(`/api/desk/members/${await memberOf(number)}/`)).json().bank_record
  expect(await flagOf(answered)).toBe('Banks disputed 1 payment of this member (1 open).')
  expect(await flagOf(accepted)).toBe('Banks disputed 1 payment of this member (1 lost).')
  const page = await support.get(`/desk/members/${await memberOf(accepted)}`)
  expect(page.body).toContain('Banks disputed 1 payment of this member (1 lost).')
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  expect(await flagOf(order?.number ?? '')).toBeNull()
})

test('an order without a dispute has no dispute page', async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout({})
  const [order] = await (await shop.asMember(visitor)).orders()
  expect((await finance.get(url(order?.number ?? ''))).statusCode).toBe(404)
})
