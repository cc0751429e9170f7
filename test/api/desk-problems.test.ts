import { afterAll, beforeEach, expect, test } from 'vitest'
import { findGuestOrder } from '#order/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { photo, reportersOf } from './reported-problems.ts'
import { packageRecords } from './returned-packages.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())
beforeEach(() => api.forgetCounts())

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const owner = await joinDesk(api, 'owner', 'olive')
const finance = await joinDesk(api, 'finance', 'fay')
const reader = await joinDesk(api, 'read-only', 'rea')

const reporter = reportersOf(api, sam)
const { stock, entriesOf } = packageRecords(api, owner)
const id = () => api.opened.deps.ids.uuid()

type Person = typeof sam

const refund = (person: Person, at: string, amount: string, request_id = id(), note = '') =>
  person.post(`${at}/refund/`, { amount, request_id, note })
const reship = (person: Person, at: string, request_id = id()) => person.post(`${at}/reship/`, { request_id })
const decline = (person: Person, at: string, note: string, request_id = id()) =>
  person.post(`${at}/decline/`, { note, request_id })

const actionsOf = async (order: string): Promise<readonly string[]> =>
  (await entriesOf(order)).map(({ action = '' }) => action).filter((action) => action.startsWith('problem.'))

test('a problem report is in the list, on the home page and at its order, and is shown with its words and photos', async () => {
  const mara = await reporter({ photos: [await photo()] })
  const { problems } = (await sam.get('/api/desk/problems/')).json()
  expect(problems).toContainEqual(
    expect.objectContaining({
      number: mara.number,
      order_number: mara.order,
      kind: 'damaged',
      wish: 'refund',
      state: 'open',
      lines: [expect.objectContaining({ quantity: 2 })],
      photos: 1,
    }),
  )
  const { rows } = (await sam.get('/api/desk/tasks/problem-open/')).json()
  expect(rows).toContainEqual(
    expect.objectContaining({ text: `${mara.number}: damaged`, href: `/desk/problems/${mara.number}` }),
  )
  expect((await sam.get(`/api/desk/orders/${mara.order}/`)).json().problems).toEqual([
    expect.objectContaining({ number: mara.number, state: 'open' }),
  ])
  const viewed = (await sam.get(`/api/desk/problems/${mara.number.toLowerCase()}/`)).json()
  expect(viewed).toMatchObject({
    number: mara.number,
    person: { email: mara.email },
    details: 'The jars are broken, says Wilhelmina.',
    photo_count: 1,
    resolved_by: null,
    refund: null,
    reship_refusal: null,
  })
  const page = await sam.get(`/desk/problems/${mara.number}`)
  expect(page.body).toContain('Refund $99.98')
  const shown = await sam.get(`/desk/problems/${mara.number}/photos/${viewed.photos[0]}`)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(shown.rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8')
  expect(await actionsOf(mara.order)).toEqual(['problem.viewed'])
  const member = (await sam.get(`/api/desk/members/${viewed.account_id}/`)).json()
  expect(member.problems).toEqual([expect.objectContaining({ number: mara.number })])
})

test('a photo is shown with its own report only, and only to roles that see names', async () => {
  const [one, other] = [await reporter({ photos: [await photo()] }), await reporter()]
  const { photos } = (await sam.get(`${one.at}/`)).json()
  expect((await sam.get(`${one.at}/photos/${photos[0]}/`)).statusCode).toBe(200)
  for (const [person, at, key] of [
    [sam, other.at, photos[0]],
    [sam, one.at, id()],
    [sam, '/api/desk/problems/L0-P1', photos[0]],
    [reader, one.at, photos[0]],
  ] as const)
    expect((await person.get(`${at}/photos/${key}/`)).statusCode).toBe(404)
  expect((await reader.get(`/desk/problems/${one.number}/photos/${photos[0]}`)).statusCode).toBe(404)
  const seen = await reader.get(`${one.at}/`)
  expect(seen.json()).toMatchObject({ person: null, details: null, note: null, photos: [], photo_count: 1 })
  const listed = await reader.get('/api/desk/problems/')
  expect([seen.body, listed.body].join()).not.toContain('Wilhelmina')
  expect(listed.json().problems[0].person).toBeNull()
  const buyer = await api.inject({
    method: 'GET',
    url: `${one.at}/photos/${photos[0]}/`,
    headers: { cookie: cookieHeader(one.client.jar) },
  })
  expect([401, 404]).toContain(buyer.statusCode)
})

test('a problem is refunded as previewed: money, mail, log and the buyer’s page change together, and once for each form', async () => {
  const mara = await reporter()
  const previewed = (await sam.post(`${mara.at}/refund/preview/`, {})).json()
  // 2 × 49.99, no tax in Oregon.
  expect(previewed).toMatchObject({ amount: '99.98', to_card: '99.98', refusal: null, action: null })
  const form = id()
  const done = await refund(sam, mara.at, '99.98', form, 'Sorry about the jars.')
  expect([done.statusCode, done.json()]).toEqual([200, { text: 'The refund was made.' }])
  const again = await refund(sam, mara.at, '99.98', form)
  expect([again.statusCode, again.json()]).toEqual([200, { text: 'The refund is recorded.' }])
  expect(await mara.problems()).toMatchObject({
    problems: [{ state: 'refunded', refund: '99.98', note: 'Sorry about the jars.' }],
  })
  expect(await mara.subjects()).toContain(`About ${mara.number}: our solution`)
  const entries = (await entriesOf(mara.order)).filter(({ action }) => action === 'problem.refunded')
  expect(entries).toEqual([
    expect.objectContaining({ actor: 'sam (support)', reason: 'Sorry about the jars.' }),
  ])
  expect((await sam.get(`${mara.at}/`)).json()).toMatchObject({
    state: 'refunded',
    resolved_by: 'sam (support)',
    refund: { amount: '99.98', is_refused: false },
  })
  // The same form is no way to another act.
  expect((await decline(sam, mara.at, 'Not today.', form)).json().detail).toContain(
    'sam (support) refunded it',
  )
  await expectConsistent(shop)
})

test('a replacement takes stock, sends a mail and charges nothing; it is made once, and not by finance', async () => {
  const pia = await reporter({ wish: 'reship' })
  const before = await stock()
  expect((await reship(finance, pia.at)).statusCode).toBe(404)
  const done = await reship(sam, pia.at)
  expect([done.statusCode, done.json().text]).toEqual([200, expect.stringContaining('It is sent again')])
  expect(await stock()).toBe(before - 2)
  expect(await pia.problems()).toMatchObject({ problems: [{ state: 'reshipped' }] })
  expect(await pia.subjects()).toContain(`About ${pia.number}: our solution`)
  expect((await reship(dario, pia.at)).json()).toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    detail: expect.stringMatching(/^sam \(support\) sent it again on .* Nothing was done a second time\.$/),
  })
  expect(await actionsOf(pia.order)).toEqual(['problem.reshipped'])
  await expectConsistent(shop)
})

test('an order that cannot be sent again says why, on the page and on the request, by the rule of the order page', async () => {
  const noor = await reporter({ wish: 'reship' })
  const sent = await sam.post(`/api/desk/orders/${noor.order}/reship/`, {
    units: [{ position: 0, quantity: 1 }],
    reason: 'It was lost',
    request_id: id(),
  })
  expect(sent.statusCode).toBe(200)
  const why = 'is being sent again already'
  expect((await sam.get(`${noor.at}/`)).json().reship_refusal).toContain(why)
  const refused = await reship(sam, noor.at)
  expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringContaining(why)])
  expect(await noor.problems()).toMatchObject({ problems: [{ state: 'open' }] })
})

test('a declined report shows its words to the buyer, and a decline without words is refused at the field', async () => {
  const una = await reporter()
  const empty = await decline(sam, una.at, '  ')
  expect([empty.statusCode, empty.json().fields]).toEqual([400, { note: 'Please tell the buyer why.' }])
  expect((await decline(finance, una.at, 'No.')).statusCode).toBe(404)
  expect((await decline(sam, una.at, 'The photo shows a whole jar.')).statusCode).toBe(200)
  expect(await una.problems()).toMatchObject({
    problems: [{ state: 'declined', note: 'The photo shows a whole jar.', refund: '0.00' }],
  })
  expect(await una.subjects()).toContain(`About ${una.number}: our answer`)
  const { problems } = (await sam.get('/api/desk/problems/?state=declined')).json()
  expect(problems.map(({ number }: { number: string }) => number)).toContain(una.number)
})

test('of two staff who resolve a report at once, one succeeds, and the other sees who was first', async () => {
  for (let round = 0; round < 3; round += 1) {
    const ola = await reporter()
    const both = await Promise.all([refund(sam, ola.at, '99.98'), reship(dario, ola.at)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [first, second] = both[0].statusCode === 200 ? ['sam (support) refunded', both[1]] : ['dario (operations) sent', both[0]] // prettier-ignore
    expect(second.json().detail).toContain(first)
    const { refunded, shipments } = await ola.client.call(findGuestOrder, {
      number: ola.order,
      email: ola.email,
    })
    const again = shipments.filter((shipment) => shipment.is_reship).length
    expect([refunded, again]).toEqual(both[0].statusCode === 200 ? ['99.98', 0] : ['0.00', 1])
    expect((await actionsOf(ola.order)).length).toBe(1)
  }
  await expectConsistent(shop)
})

test('a report that was partly refunded meanwhile shows the new sum, and a fully refunded one is refused', async () => {
  const rhea = await reporter()
  expect((await runShopCommand(shop, 'refund', rhea.order, 'syn-rf=2')).code).toBe(0)
  // One of three is left.
  const changed = await refund(sam, rhea.at, '99.98')
  expect([changed.statusCode, changed.json().code, changed.json().data]).toEqual([
    409,
    'TOTAL_CHANGED',
    { amount: '49.99' },
  ])
  expect(await actionsOf(rhea.order)).toEqual([])
  expect((await runShopCommand(shop, 'refund', rhea.order)).code).toBe(0)
  const nothing = 'Everything of it has been refunded meanwhile; decline it.'
  expect((await sam.post(`${rhea.at}/refund/preview/`, {})).json().detail).toContain(nothing)
  expect((await refund(sam, rhea.at, '49.99')).json().detail).toContain(nothing)
  expect((await reship(sam, rhea.at)).json().detail).toContain(nothing)
  expect((await sam.get(`/desk/problems/${rhea.number}`)).body).toContain(nothing)
  await expectConsistent(shop)
})

test('a refund above the role’s limit is refused and names who may, and above the step-up limit needs the passkey', async () => {
  // 2 × 134.97 = 269.94.
  const gil = await reporter({ plan: 'syn-rf-3mo', bought: 2 })
  expect((await sam.post(`${gil.at}/refund/preview/`, {})).json()).toMatchObject({
    amount: '269.94',
    refusal: expect.stringContaining('need operations, finance or an owner'),
  })
  expect((await refund(sam, gil.at, '269.94')).json()).toMatchObject({ code: 'FORBIDDEN' })
  const { action } = (await dario.post(`${gil.at}/refund/preview/`, {})).json()
  expect(action).toBe(`refund problem ${gil.number} 26994`)
  expect((await refund(dario, gil.at, '269.94')).json()).toMatchObject({ code: 'PROOF_REQUIRED' })
  expect(await gil.problems()).toMatchObject({ problems: [{ state: 'open' }] })
  await dario.confirm(action)
  expect((await refund(dario, gil.at, '269.94')).statusCode).toBe(200)
})

test('a refund for a report counts toward the refund limit of the order', async () => {
  // One of two for 134.97 of 200.00.
  const ines = await reporter({ plan: 'syn-rf-3mo', bought: 2, reported: 1 })
  expect((await refund(sam, ines.at, '134.97')).statusCode).toBe(200)
  const more = await sam.post(`/api/desk/orders/${ines.order}/refund/preview/`, {
    units: [{ position: 0, quantity: 1 }],
  })
  expect(more.json().refusal).toContain('You can refund $65.03 of this one')
})

test('the buyer, a visitor and roles without the right can neither read nor resolve a report at the desk', async () => {
  const kit = await reporter()
  const marketing = await joinDesk(api, 'marketing', 'max')
  const cookies = ['', cookieHeader(kit.client.jar)]
  for (const cookie of cookies)
    for (const [method, path, body] of [
      ['GET', '/', undefined],
      ['POST', '/refund/preview/', {}],
      ['POST', '/refund/', { amount: '99.98', request_id: id() }],
      ['POST', '/reship/', { request_id: id() }],
      ['POST', '/decline/', { request_id: id(), note: 'No, sorry.' }],
    ] as const) {
      const headers = { cookie, 'content-type': 'application/json' }
      const request = { method, url: `${kit.at}${path}`, headers }
      const answer = await api.inject(
        body === undefined ? request : { ...request, body: JSON.stringify(body) },
      )
      expect([401, 404]).toContain(answer.statusCode)
    }
  for (const person of [marketing, reader]) {
    expect((await refund(person, kit.at, '99.98')).statusCode).toBe(404)
    expect((await reship(person, kit.at)).statusCode).toBe(404)
    expect((await decline(person, kit.at, 'No, sorry.')).statusCode).toBe(404)
  }
  expect((await marketing.get('/api/desk/problems/')).statusCode).toBe(404)
  expect((await marketing.get(`/desk/problems/${kit.number}`)).statusCode).toBe(404)
  expect((await sam.get('/api/desk/problems/L000000000-P1/')).statusCode).toBe(404)
  expect(await kit.problems()).toMatchObject({ problems: [{ state: 'open' }] })
})

test('the list of reports has 50 on a page, oldest first, and continues at its cursor', async () => {
  const { kysely: db } = shop.app.database
  const one = await db.selectFrom('order_problem').selectAll().limit(1).executeTakeFirstOrThrow()
  const rows = Array.from({ length: 60 }, (_, at) => ({
    ...one,
    id: id(),
    number: `${one.number}${100 + at}`,
    request_id: `row ${at}`,
    state: 'open',
    is_automatic: false,
    refund_id: null,
    shipment_id: null,
    note: null,
    resolved_at: null,
    // Several at the same moment.
    reported_at: `2026-01-01T00:00:${String(10 + Math.floor(at / 3)).padStart(2, '0')}Z`,
  }))
  await db.insertInto('order_problem').values(rows).execute()
  const first = (await sam.get('/api/desk/problems/')).json()
  expect(first.problems).toHaveLength(50)
  const next = await sam.get(`/api/desk/problems/?after=${encodeURIComponent(first.older)}`)
  const both = [...first.problems, ...next.json().problems].map(({ number }: { number: string }) => number)
  expect(new Set(both).size).toBe(both.length)
  for (const { number } of rows) expect(both).toContain(number)
  expect((await sam.get('/desk/problems')).body).toContain('Older')
  await db.deleteFrom('order_problem').where('request_id', 'like', 'row %').execute()
})
