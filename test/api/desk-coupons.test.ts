import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { makeBatchCodes } from '#coupon/server/coupon-batches.ts'
import {
  createDeskCouponBatch,
  listDeskBatchCodes,
  listDeskCouponBatches,
  listDeskCoupons,
  tryDeskCoupon,
  viewDeskCoupon,
} from '#desk/coupon-endpoints.ts'
import { invariantViolations } from '#app/invariants.ts'
import { joinDesk } from './desk-person.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const db = shop.app.database.kysely
afterAll(() => api.close())

const mira = await joinDesk(api, 'marketing', 'mira-coupons')
const omar = await joinDesk(api, 'operations', 'omar-coupons')
const sam = await joinDesk(api, 'support', 'sam-coupons')

const plain = {
  kind: 'percentage',
  value: '10',
  amounts: [],
  plans: [],
  stackable: false,
  once_per_account: false,
  duration: 'once',
  renewals: null,
  starts_at: null,
  ends_at: null,
  limit: null,
}

const create = (code: string, terms: object = {}, person = mira) =>
  person.post('/api/desk/coupons/', { ...plain, code, ...terms })

const view = async (code: string) =>
  viewDeskCoupon.reply.parse((await sam.get(`/api/desk/coupons/codes/${code}/`)).json())

const change = async (code: string, terms: object, { version = 0, person = mira } = {}) => {
  const { state: _state, uses: _uses, ...stored } = await view(code)
  return person.post(`/api/desk/coupons/codes/${code}/change/`, {
    ...stored,
    ...terms,
    version: version || stored.version,
  })
}

const buys = async (code: string, plan = 'syn-wk') => {
  const visitor = shop.visitor()
  await visitor.add(plan)
  await visitor.enterCode(code)
  return visitor.checkout()
}

const buysWithout = async (plan: string) => {
  const visitor = shop.visitor()
  await visitor.add(plan)
  return visitor.checkout()
}

const fieldsOf = (reply: { json: () => { fields?: object } }) => reply.json().fields

const codesOf = async (state: string, q = '') =>
  listDeskCoupons.reply
    .parse((await sam.get(`/api/desk/coupons/?state=${state}&q=${q}`)).json())
    .coupons.map(({ code }) => code)

const entriesOf = async (subject: string) =>
  (
    await sql<{
      action: string
    }>`select act as action from audit_entry where subject = ${subject} order by day, position`.execute(db)
  ).rows.map(({ action }) => action)

test('a coupon made at the desk discounts the next order, and its uses are counted', async () => {
  expect((await create('autumn-12', { value: '12.5', limit: 2 })).statusCode).toBe(200)
  expect(await view('AUTUMN-12')).toMatchObject({ state: 'running', uses: 0, limit: 2, version: 1 })
  // 12.5 % of $49.99 and of $39.99 are $6.25 and $5.00.
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.enterCode('Autumn-12')
  expect(await visitor.add('vs-wk')).toMatchObject({ discount: '11.25' })
  await visitor.checkout()
  expect(await view('AUTUMN-12')).toMatchObject({ uses: 1, uses_today: 1 })
  await buys('AUTUMN-12')
  await expect(buys('AUTUMN-12')).rejects.toMatchObject({ code: 'INVALID_COUPON' })
  expect(await codesOf('ended')).toContain('AUTUMN-12')
  expect(await codesOf('running')).not.toContain('AUTUMN-12')
  expect(await entriesOf('coupon:AUTUMN-12')).toEqual(['coupon.created'])
  expect((await create('AUTUMN-12')).statusCode).toBe(400)
})

describe('an invalid coupon value is refused at its field', () => {
  test.each([
    ['code', { code: 'A B' }],
    ['code', { code: '../X' }],
    ['value', { value: '0' }],
    ['value', { value: '100.01' }],
    ['value', { value: '-5' }],
    ['value', { kind: 'fixed', value: '0.001' }],
    ['amount_eur', { kind: 'fixed', value: '5', amounts: [{ currency: 'EUR', amount: '0' }] }],
    ['plans', { plans: ['syn-wk', '__proto__'] }],
    ['renewals', { duration: 'renewals' }],
    ['renewals', { duration: 'forever', renewals: 3 }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 1.5 }],
    ['ends_at', { starts_at: '2040-01-02T00:00:00Z', ends_at: '2040-01-01T00:00:00Z' }],
    ['starts_at', { starts_at: 'tomorrow' }],
  ])('%s: %j', async (field, terms) => {
    const reply = await create('REFUSED', terms)
    expect(reply.statusCode).toBe(400)
    expect(fieldsOf(reply)).toHaveProperty(field)
    expect((await sam.get('/api/desk/coupons/codes/REFUSED/')).statusCode).toBe(404)
  })
})

test('once a coupon has started its terms are fixed, and its end and limit can be changed', async () => {
  const startsAt = api.opened.deps.clock.now().add({ minutes: 30 })
  await create('LATER', { starts_at: startsAt.toString(), limit: 5 })
  expect(await codesOf('coming')).toContain('LATER')
  expect((await change('LATER', { value: '15', limit: null })).statusCode).toBe(200)
  expect(await view('LATER')).toMatchObject({ value: '15', limit: null, version: 2, are_terms_fixed: false })
  expect((await change('LATER', { limit: 3 })).statusCode).toBe(200)
  await shop.advanceSeconds(1800)
  expect(await view('LATER')).toMatchObject({ state: 'running', are_terms_fixed: true })
  expect(fieldsOf(await change('LATER', { value: '90' }))).toHaveProperty('terms')
  expect(fieldsOf(await change('LATER', { starts_at: null }))).toHaveProperty('terms')
  expect(fieldsOf(await change('LATER', { limit: null }))).toHaveProperty('limit')
  await buys('LATER')
  await buys('LATER')
  expect(fieldsOf(await change('LATER', { limit: 1 }))).toHaveProperty('limit')
  expect((await change('LATER', { limit: 2 })).statusCode).toBe(200)
  await expect(buys('LATER')).rejects.toMatchObject({ code: 'INVALID_COUPON' })
  expect((await change('LATER', { limit: 3 })).statusCode).toBe(200)
  await buys('LATER')
  expect(await invariantViolations(db)).toEqual([])
})

test('of two people who change one coupon, the second is refused and changes nothing', async () => {
  await create('TWICE', { limit: 5 })
  const replies = await Promise.all([
    change('TWICE', { limit: 6 }, { version: 1 }),
    change('TWICE', { limit: 7 }, { version: 1, person: omar }),
  ])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await view('TWICE')).version).toBe(2)
  expect(await entriesOf('coupon:TWICE')).toEqual(['coupon.created', 'coupon.changed'])
})

test('a coupon limit that is lowered during purchases is never exceeded', async () => {
  await create('RUSH', { limit: 10 })
  const undiscounted = await buysWithout('syn-wk')
  const purchases = Array.from({ length: 8 }, () => buys('RUSH').catch(() => null))
  const lowered = [6, 4, 2].map((limit) => change('RUSH', { limit }).catch(() => null))
  // A limit that is lowered before the sums are shown leaves a buyer who was shown, and paid, the full price.
  const discounted = (await Promise.all(purchases)).flatMap((reply) =>
    reply?.order && reply.order.total !== undiscounted.order?.total ? [reply.order.number] : [],
  )
  await Promise.all(lowered)
  // An order may be placed although its answer said that the shop is busy.
  await shop.settled()
  const { rows: sold } = await sql<{
    number: string
  }>`select number from "order" where discounts::text like '%RUSH%'`.execute(db)
  const { uses, limit } = await view('RUSH')
  expect(uses).toBe(sold.length)
  expect(sold.map(({ number }) => number)).toEqual(expect.arrayContaining(discounted))
  expect(limit ?? 0).toBeGreaterThanOrEqual(uses)
  expect(await invariantViolations(db)).toEqual([])
})

test('an ended coupon is refused at once, and works again with a later end', async () => {
  await create('SHORT')
  const { version } = await view('SHORT')
  expect((await mira.post('/api/desk/coupons/codes/SHORT/end/', { version })).statusCode).toBe(200)
  await expect(buys('SHORT')).rejects.toMatchObject({ code: 'INVALID_COUPON' })
  expect((await change('SHORT', { ends_at: null })).statusCode).toBe(200)
  await buys('SHORT')
  expect(await entriesOf('coupon:SHORT')).toEqual(['coupon.created', 'coupon.ended', 'coupon.changed'])
})

test('a coupon that has not started can be ended', async () => {
  const startsAt = api.opened.deps.clock.now().add({ hours: 2 })
  await create('NEVER', { starts_at: startsAt.toString(), ends_at: startsAt.add({ hours: 1 }).toString() })
  expect((await mira.post('/api/desk/coupons/codes/NEVER/end/', { version: 1 })).statusCode).toBe(200)
  expect(await codesOf('ended')).toContain('NEVER')
  await shop.advanceSeconds(2 * 3600 + 60)
  await expect(buys('NEVER')).rejects.toMatchObject({ code: 'INVALID_COUPON' })
})

test('a hidden coupon, which the shop itself defines, cannot be changed or ended at the desk', async () => {
  const hidden = (await sql<{ code: string }>`select code from coupon where hidden`.execute(db)).rows
  for (const { code } of hidden) {
    expect((await change(code, { ends_at: '2020-01-01T00:00:00Z' })).statusCode).toBe(404)
    expect((await mira.post(`/api/desk/coupons/codes/${code}/end/`, { version: 1 })).statusCode).toBe(404)
  }
  expect(hidden.length).toBeGreaterThan(0)
})

const attempt = async (code: string, requested: Record<string, string>, person = sam) => {
  const reply = await person.get(`/api/desk/coupons/codes/${code}/try/?${new URLSearchParams(requested)}`)
  return reply.statusCode === 200 ? tryDeskCoupon.reply.parse(reply.json()) : reply.statusCode
}

test('testing a coupon lists the checks in order and the message for the buyer', async () => {
  await create('TRIAL', { plans: ['vs-wk'], once_per_account: true, limit: 5 })
  const fits = await attempt('TRIAL', { plan: 'vs-wk' })
  expect(fits).toMatchObject({ message: null })
  const other = await attempt('TRIAL', { plan: 'syn-wk' })
  expect(other).toMatchObject({ message: 'It doesn’t apply to the items in your cart.' })
  expect(other).toMatchObject({
    checks: expect.arrayContaining([expect.objectContaining({ outcome: 'not-checked' })]),
  })
  const visitor = shop.visitor()
  await visitor.add('vs-wk')
  await visitor.enterCode('TRIAL')
  await visitor.checkout()
  const ofBuyer = { plan: 'vs-wk', email: visitor.email.toUpperCase() }
  expect(await attempt('TRIAL', { ...ofBuyer, member: 'true' })).toMatchObject({
    message: 'This code was already used with your email.',
  })
  // Who is not signed in reads no more than that it does not go with the email.
  expect(await attempt('TRIAL', ofBuyer)).toMatchObject({
    message: 'This code can’t be used with this email.',
    checks: expect.arrayContaining([expect.objectContaining({ reason: 'already-used', outcome: 'failed' })]),
  })
  expect(await attempt('TRIAL', { plan: 'vs-wk', other: 'FOREVER15' })).toMatchObject({
    message: 'It can’t be combined with another code.',
  })
  expect(await attempt('TRIAL', { plan: 'vs-wk', other: 'TRIAL' })).toMatchObject({
    message: 'It can’t be combined with another code.',
  })
  // A role that sees no names learns nothing about a person either.
  expect(await attempt('TRIAL', { plan: 'vs-wk', email: visitor.email }, mira)).toBe(400)
})

test('a batch has the requested number of codes, however often its form is sent and its job runs, and each code works once', async () => {
  const form = {
    ...plain,
    limit: undefined,
    prefix: 'roots',
    size: 2500,
    value: '20',
    request_id: randomUUID(),
  }
  const send = () => mira.post('/api/desk/coupons/batches/', form)
  const replies = [...(await Promise.all([send(), send()])), await send()]
  const [id = '', ...others] = replies.map((reply) => createDeskCouponBatch.reply.parse(reply.json()).id)
  expect(others).toEqual([id, id])
  const other = await mira.post('/api/desk/coupons/batches/', { ...form, size: 10 })
  expect([other.statusCode, other.json().detail]).toEqual([
    409,
    expect.stringContaining('made a batch already'),
  ])
  await Promise.all([
    shop.settled(),
    makeBatchCodes(api.opened.deps, id),
    makeBatchCodes(api.opened.deps, id),
  ])
  const { batches } = listDeskCouponBatches.reply.parse((await sam.get('/api/desk/coupons/batches/')).json())
  expect(batches).toMatchObject([
    { id, prefix: 'ROOTS', size: 2500, codes: 2500, used: 0, is_finished: true },
  ])

  const page = async (after: string) =>
    listDeskBatchCodes.reply.parse(
      (await mira.get(`/api/desk/coupons/batches/${id}/codes/?after=${after}`)).json(),
    )
  const all: string[] = []
  for (let after: string | null = ''; after !== null;) {
    const { codes, next } = await page(after)
    all.push(...codes.map(({ code }) => code))
    after = next
  }
  expect(new Set(all).size).toBe(2500)
  expect(all.every((code) => /^ROOTS-[0-9A-HJKMNP-TV-Z]{9}$/.test(code))).toBe(true)

  const [code = ''] = all
  await buys(code)
  const after = listDeskCouponBatches.reply.parse((await sam.get('/api/desk/coupons/batches/')).json())
  expect(after.batches[0]?.used).toBe(1)
  await expect(buys(code)).rejects.toMatchObject({ code: 'INVALID_COUPON' })
  // The list of coupons leaves them out, but its search finds one.
  expect((await codesOf('running')).filter((one) => one.startsWith('ROOTS-'))).toEqual([])
  expect(await codesOf('running', all[1])).toEqual([all[1]])
  // Codes are money: who may not make them does not read them.
  expect((await sam.get(`/api/desk/coupons/batches/${id}/codes/`)).statusCode).toBe(404)
  expect(await entriesOf(`coupon-batch:${id}`)).toEqual(['coupon.batch-created', 'coupon.codes-read'])
  expect(await invariantViolations(db)).toEqual([])
})
