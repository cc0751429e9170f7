import { afterAll, expect, test } from 'vitest'
import { viewDeskPriceIncrease } from '#desk/price-increase-endpoints.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import type { DeskPerson } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const at = (rest = '') => `/api/desk/price-increases/${rest}`

const prices = (price: string) => [{ plan_code: 'syn-rf', currency: 'USD', price }]

const previewOf = async (person: DeskPerson, effectiveOn: string, price = '54.99') =>
  (
    await person.post(at('preview/'), { effective_on: effectiveOn, prices: prices(price), leaving: 10 })
  ).json()

const ask = (
  person: DeskPerson,
  effectiveOn: string,
  { preview_token: token, parts }: Awaited<ReturnType<typeof previewOf>>,
  price = '54.99',
  affected: number = parts[0].counts.affected,
) =>
  person.post(at('request/'), {
    effective_on: effectiveOn,
    prices: prices(price),
    preview_token: token,
    affected,
    request_id: api.opened.deps.ids.uuid(),
    reason: 'Glass costs more.',
  })

/** The notices of all places of a preview. */
const noticesOf = (
  person: DeskPerson,
  effectiveOn: string,
  { places }: Awaited<ReturnType<typeof previewOf>>,
) =>
  Promise.all(
    places.map(async ({ example, rules }: { example: Record<string, string>; rules: string[] }) => {
      const { plan_code = '', currency = '', new_price: price = '' } = example
      const requested = { plan_code, currency, price, effective_on: effectiveOn, rules: rules.join(' ') }
      return (await person.get(at(`preview/notice/?${new URLSearchParams(requested)}`))).json()
    }),
  )

const requestedFor = async (person: DeskPerson, effectiveOn: string, price = '54.99'): Promise<string> => {
  return (await ask(person, effectiveOn, await previewOf(person, effectiveOn, price), price)).json().id
}

const approve = async (person: DeskPerson, id: string) => {
  await person.confirm(`approve ${id}`)
  return person.post(`/api/desk/approvals/${id}/decide/`, { decision: 'approve', note: '' })
}

const stop = (person: DeskPerson, id: string) =>
  person.post(at(`${id}/stop/`), { reason: 'Sales fell too far.' })

const view = async (person: DeskPerson, id: string) =>
  viewDeskPriceIncrease.reply.parse((await person.get(at(`${id}/`))).json())

const countsOf = async (person: DeskPerson, id: string) =>
  Object.fromEntries((await view(person, id)).counts.map(({ state, count }) => [state, count]))

const priceMails = async (email: string): Promise<string[]> =>
  (await shop.mails(email)).map(({ subject }) => subject).filter((subject) => subject.includes('price of'))

/** Sessions of the desk end within a day, so people come again after the clock has moved. */
const people = async () => ({
  omar: await joinDesk(api, 'operations', 'omar'),
  olive: await joinDesk(api, 'owner', 'olive'),
  fay: await joinDesk(api, 'finance', 'fay'),
  rita: await joinDesk(api, 'read-only', 'rita'),
  mira: await joinDesk(api, 'marketing', 'mira'),
})

test('a price increase goes from dry run to stop: nobody pays it without notice, and members who were notified get a mail about the stop', async () => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-20')
  // In California the notice goes out 30 to 14 days before the order of February 20.
  const noor = await subscriptionClient(await shop.member({ plan: 'monthly refill', place: 'california' }))
  const first = await people()
  const preview = await previewOf(first.omar, '2031-02-01')
  // Mara’s order of February 6 is 17 days ahead. 12 orders of hers and 11 of Noor’s, 5.00 more each; a tenth of 1264.77 leaves.
  expect(preview.parts[0].counts).toMatchObject({ affected: 2, late: 0 })
  expect(preview.revenue[0]).toMatchObject({
    currency: 'USD',
    old: '1149.77',
    new: '1264.77',
    difference: '115.00',
  })
  expect(preview.revenue[0].after_leaving).toBe('1138.29')
  expect(preview.first_orders).toEqual([
    { on: '2031-02-06', count: 1 },
    { on: '2031-02-20', count: 1 },
  ])
  const rows = (
    await first.omar.get(
      at('preview/members/?plan_code=syn-rf&currency=USD&price=54.99&effective_on=2031-02-01&kind=affected'),
    )
  ).json()
  expect(rows.members).toHaveLength(2)
  // What was not previewed is not asked for.
  expect((await ask(first.omar, '2031-02-01', preview, '55.99')).statusCode).toBe(409)
  // Nor by a person who has not read how many it affects.
  const misread = await ask(first.mira, '2031-02-01', preview, '54.99', 3)
  expect(misread.json().fields.affected).toContain('not the number of subscriptions')
  // Marketing asks, too.
  const id = (await ask(first.mira, '2031-02-01', preview)).json().id
  const notices = await noticesOf(first.omar, '2031-02-01', preview)
  expect(notices.map(({ notice_on: on }) => on).toSorted()).toEqual(['2031-01-20', '2031-01-21'])
  expect(await view(first.fay, id)).toMatchObject({ state: 'waiting for a second person', affected: 2 })
  const alone = await approve(first.mira, id)
  expect(alone.json().detail).toContain('You requested it')
  expect((await first.rita.post(at('preview/'), {})).statusCode).toBe(404)
  expect((await approve(first.fay, id)).json().detail).toContain('Operations or an owner decides')
  const unproven = await first.olive.post(`/api/desk/approvals/${id}/decide/`, { decision: 'approve' })
  expect(unproven.json().code).toBe('PROOF_REQUIRED')
  expect((await approve(first.olive, id)).json().text).toBe('The price increase is scheduled.')
  await shop.settled()
  expect(await countsOf(first.rita, id)).toEqual({ notified: 1, waiting: 1 })
  // What was read before is what went out, word for word.
  const sent = (await shop.mails(mara.email)).find(({ subject }) => subject.includes('price of'))
  expect(notices).toContainEqual(expect.objectContaining({ subject: sent?.subject, text: sent?.text }))
  // A second increase for the plan comes after the first one, and costs more.
  expect((await previewOf(first.omar, '2031-01-30', '53.99')).parts[0].refusal).toContain(
    'stop that increase first',
  )

  await shop.travelTo('2031-02-10')
  const then = await people()
  expect(await countsOf(then.rita, id)).toEqual({ charged: 1, notified: 1 })
  const masked = (await then.rita.get(at(`${id}/members/?state=charged`))).json().members
  expect(masked).toMatchObject([{ name: null, price: '54.99', from_on: '2031-02-06' }])
  expect((await then.omar.get(at(`${id}/members/?state=charged`))).json().members[0].name).not.toBeNull()
  const rowsOf = async (kind: string): Promise<number> =>
    (await then.fay.get(at(`${id}/members/?state=${kind}`))).json().members.length
  expect([await rowsOf('sent'), await rowsOf('affected'), await rowsOf('waiting')]).toEqual([2, 2, 0])
  expect((await stop(then.fay, id)).statusCode).toBe(404)
  expect((await stop(then.omar, id)).json().code).toBe('PROOF_REQUIRED')
  await then.omar.confirm(`stop price increase ${id}`)
  expect((await stop(then.omar, id)).json().text).toBe('The price increase is stopped.')
  expect((await stop(then.omar, id)).json().detail).toContain('stopped before')
  await shop.settled()
  expect(await view(then.olive, id)).toMatchObject({ state: 'stopped', stopped_by: 'omar', charged: 1 })
  expect(await countsOf(then.olive, id)).toEqual({ charged: 1, kept: 1 })
  expect((await priceMails(noor.email)).at(-1)).toBe('The price of your subscription stays the same')
  expect(await priceMails(mara.email)).toHaveLength(1)
  await shop.travelTo('2031-03-21')
  expect(new Set((await noor.charges()).map(({ cents }) => cents)).size).toBe(1)
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 5499, 5499])
  const { olive } = await people()
  const { entries } = (await olive.get(`/api/desk/team/log/?subject=price-increase:${id}`)).json()
  expect(entries.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    'approval.approved',
    'approval.requested',
    'price-increase.scheduled',
    'price-increase.stopped',
  ])
})

test('an increase whose preview is outdated or whose notice period became too short is refused and not scheduled', async () => {
  await shop.member({ plan: 'monthly refill' })
  const { omar, olive } = await people()
  const id = await requestedFor(omar, '2031-04-10')
  await shop.member({ plan: 'monthly refill' })
  const grown = await approve(olive, id)
  expect([grown.statusCode, grown.json().detail]).toEqual([
    409,
    expect.stringMatching(/subscriptions are affected, and \d/),
  ])
  expect((await olive.get(`/api/desk/approvals/${id}/`)).json().refusal).toContain('Refuse it')
  // Mara’s order of April 6 is 16 days ahead today, and 12 days ahead when it is approved.
  const late = await requestedFor(omar, '2031-04-05', '56.99')
  await shop.travelTo('2031-03-25')
  const later = await people()
  const tooLate = await approve(later.olive, late)
  expect([tooLate.statusCode, tooLate.json().detail]).toEqual([
    409,
    expect.stringContaining('too late for their first order'),
  ])
  expect((await view(later.olive, late)).state).toBe('waiting for a second person')
})

test('an increase is withdrawn without a passkey and without a mail before its notices are sent', async () => {
  const { omar, olive } = await people()
  const id = await requestedFor(omar, '2031-09-01', '64.99')
  // Two ask for one plan: what is approved second is refused.
  const second = await requestedFor(omar, '2031-08-01', '65.99')
  expect((await approve(olive, id)).statusCode).toBe(200)
  expect((await approve(olive, second)).json().detail).toContain('stop that increase first')
  expect((await view(omar, id)).state).toBe('planned')
  expect((await stop(omar, id)).json().text).toBe('The price increase is withdrawn.')
  expect((await view(omar, id)).state).toBe('withdrawn')
  const { increases } = (await omar.get(at())).json()
  expect(increases.map(({ state }: { state: string }) => state)).toContain('withdrawn')
})
