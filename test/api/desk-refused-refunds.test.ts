import { afterAll, beforeEach, expect, test } from 'vitest'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { joinDesk } from './desk-person.ts'
import { packageRecords } from './returned-packages.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
const { kysely: db } = shop.app.database
afterAll(() => api.close())
beforeEach(() => api.forgetCounts())

const sam = await joinDesk(api, 'support', 'sam')
const dario = await joinDesk(api, 'operations', 'dario')
const owner = await joinDesk(api, 'owner', 'olive')
const finance = await joinDesk(api, 'finance', 'fay')

const { entriesOf } = packageRecords(api, owner)
const newId = () => api.opened.deps.ids.uuid()

type Person = typeof sam

const refundsOf = async (number: string) => {
  const rows = db.selectFrom('refund').innerJoin('order', 'order.id', 'refund.order_id').selectAll('refund')
  return rows.where('order.number', '=', number).orderBy('requested_at').execute()
}

/** A member whose card takes no money back: a refund of the whole order that was refused, given by `by`. */
const refusedRefund = async (by: Person | null, plan = 'syn-rf', count = 1) => {
  const visitor = shop.visitor()
  await visitor.add(plan, count)
  const { order } = await visitor.checkout({ card: 'refund-refused' })
  const member = await shop.asMember(visitor)
  const number = order?.number ?? ''
  if (by === null) await runShopCommand(shop, 'refund', number)
  else {
    const wanted = { everything: true, reason: 'It came late' }
    const path = `/api/desk/orders/${number}/refund/`
    const { amount, action } = (await by.post(`${path}preview/`, wanted)).json()
    if (action) await by.confirm(action)
    expect((await by.post(path, { ...wanted, amount, request_id: newId() })).json().state).toBe('refused')
  }
  const [refund] = await refundsOf(number)
  const id = refund?.id ?? ''
  return { ...member, number, id, at: `/api/desk/refunds/${id}/` }
}

const preview = (person: Person, at: string, as_credit: boolean) =>
  person.post(`${at}repeat/preview/`, { as_credit })

const repeat = (person: Person, at: string, as_credit: boolean, amount: string, request_id = newId()) =>
  person.post(`${at}repeat/`, { as_credit, amount, request_id })

/** The store credit of the member of a refund. */
const creditOf = async (at: string) => {
  const { account_id: id } = (await sam.get(at)).json()
  return (await sam.get(`/api/desk/members/${id}/`)).json().credit
}

test('a refund that the bank refused is on the home page and at its order, and its page says why and where the money would go', async () => {
  const mara = await refusedRefund(null)
  const { rows } = (await sam.get('/api/desk/tasks/refund-refused/')).json()
  expect(rows).toContainEqual(
    expect.objectContaining({
      text: `Order ${mara.number}: the bank does not take the money back for this card`,
      href: `/desk/refunds/${mara.id}`,
    }),
  )
  expect((await sam.get(`/desk/orders/${mara.number}`)).body).toContain(`href="/desk/refunds/${mara.id}"`)
  expect((await sam.get(mara.at)).json()).toMatchObject({
    order_number: mara.number,
    amount: '49.99',
    to_card: '49.99',
    is_open: true,
    outcome: null,
    refusal: 'the bank does not take the money back for this card',
  })
  expect((await preview(sam, mara.at, false)).json()).toMatchObject({ to_card: '49.99', as_credit: '0.00' })
  expect((await preview(sam, mara.at, true)).json()).toMatchObject({ to_card: '0.00', as_credit: '49.99' })
  const page = (await sam.get(`/desk/refunds/${mara.id}`)).body
  for (const words of ['Refund $49.99', 'Give as credit: $49.99', 'as store credit'])
    expect(page).toContain(words)
})

test('a refused refund is given as store credit: money, mail and log together, once for each form; a second person sees who was first', async () => {
  const noor = await refusedRefund(null)
  const form = newId()
  const given = await repeat(sam, noor.at, true, '49.99', form)
  expect([given.statusCode, given.json()]).toEqual([200, { text: 'The refund was made.' }])
  expect((await repeat(sam, noor.at, true, '49.99', form)).json()).toEqual({ text: 'The refund was made.' })
  // The same form does not say that the card was tried.
  expect((await repeat(sam, noor.at, false, '49.99', form)).statusCode).toBe(409)
  const second = await repeat(dario, noor.at, false, '49.99')
  expect([second.statusCode, second.json().detail]).toEqual([
    409,
    expect.stringMatching(
      /^sam \(support\) gave it as store credit on .* Nothing was refunded a second time\.$/,
    ),
  ])
  expect(await creditOf(noor.at)).toContainEqual({ currency: 'USD', amount: '49.99' })
  const entries = (await entriesOf(noor.number)).filter(({ action }) => action === 'refund.repeated')
  expect(entries).toEqual([expect.objectContaining({ actor: 'sam (support)' })])
  expect((await sam.get(noor.at)).json()).toMatchObject({
    is_open: false,
    outcome: { as_credit: '49.99', to_card: '0.00', by: 'sam (support)', is_open: false },
  })
  const { rows } = (await sam.get('/api/desk/tasks/refund-refused/')).json()
  expect(rows.map(({ id }: { id: string }) => id)).not.toContain(noor.id)
  await shop.settled()
  expect((await shop.mails(noor.email)).map(({ subject }) => subject)).toContain(
    `Refund for your order ${noor.number}`,
  )
  await expectConsistent(shop)
})

test('a refused refund that is retried and refused again waits as a new refund', async () => {
  const pia = await refusedRefund(null)
  const tried = await repeat(sam, pia.at, false, '49.99')
  expect(tried.json().text).toContain('refused the refund for good')
  const { outcome } = (await sam.get(pia.at)).json()
  expect(outcome).toMatchObject({ is_open: true, to_card: '49.99' })
  expect((await sam.get(`/desk/refunds/${pia.id}`)).body).toContain(`/desk/refunds/${outcome.id}`)
  expect((await repeat(sam, `/api/desk/refunds/${outcome.id}/`, true, '49.99')).statusCode).toBe(200)
  await expectConsistent(shop)
})

test('two staff who resolve a refused refund at once make one refund, and the second sees who was first', async () => {
  for (let round = 0; round < 3; round += 1) {
    const ola = await refusedRefund(null)
    const both = await Promise.all([repeat(sam, ola.at, true, '49.99'), repeat(dario, ola.at, true, '49.99')])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [first, second] =
      both[0].statusCode === 200 ? ['sam (support)', both[1]] : ['dario (operations)', both[0]]
    expect(second.json().detail).toContain(`${first} gave it as store credit`)
    expect(await refundsOf(ola.number)).toHaveLength(2)
    expect(await creditOf(ola.at)).toContainEqual({ currency: 'USD', amount: '49.99' })
  }
  await expectConsistent(shop)
})

test('when less than the refused refund is left, another sum is refused with the rest, and with nothing left the action is refused', async () => {
  const rhea = await refusedRefund(null, 'syn-rf', 2)
  expect((await runShopCommand(shop, 'refund', rhea.number, 'syn-rf=1', '--as-credit')).code).toBe(0)
  const changed = await repeat(sam, rhea.at, true, '99.98')
  expect([changed.statusCode, changed.json().data]).toEqual([409, { amount: '49.99' }])
  expect((await runShopCommand(shop, 'refund', rhea.number, 'syn-rf=1', '--as-credit', '--again')).code).toBe(
    0,
  )
  const nothing = await repeat(sam, rhea.at, true, '49.99')
  expect([nothing.statusCode, nothing.json().code]).toEqual([409, 'ACTION_NOT_ALLOWED'])
  expect((await entriesOf(rhea.number)).map(({ action }) => action)).not.toContain('refund.repeated')
  await expectConsistent(shop)
})

test('a refused refund is closed once and only when nothing of it is left', async () => {
  const una = await refusedRefund(null)
  const close = (person: Person, request_id = newId()) => person.post(`${una.at}close/`, { request_id })
  expect((await close(sam)).json().detail).toContain('Something of it is left')
  expect((await sam.get(una.at)).json()).toMatchObject({ is_open: true, can_close: false })
  expect((await runShopCommand(shop, 'refund', una.number, 'syn-rf=1', '--as-credit')).code).toBe(0)
  expect((await sam.get(una.at)).json()).toMatchObject({ is_open: true, can_close: true })
  expect((await sam.get(`/desk/refunds/${una.id}`)).body).toContain('Take it off the list')
  const form = newId()
  const both = await Promise.all([close(sam, form), close(sam, form)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await close(dario)).json().detail).toMatch(/^sam \(support\) took it off the list on /)
  expect((await sam.get(una.at)).json()).toMatchObject({
    is_open: false,
    can_close: false,
    outcome: { as_credit: '49.99', by: 'sam (support)' },
  })
  const { rows } = (await sam.get('/api/desk/tasks/refund-refused/')).json()
  expect(rows.map(({ id }: { id: string }) => id)).not.toContain(una.id)
  const closings = (await entriesOf(una.number)).filter(({ action }) => action === 'refund.closed')
  expect(closings).toHaveLength(1)
  await expectConsistent(shop)
})

test('a repeated refund counts once for the limit of the person who made the first, and in full for others', async () => {
  // 134.97 of 200.00: once more by the same person is not 269.94.
  const ida = await refusedRefund(sam, 'syn-rf-3mo')
  expect((await preview(sam, ida.at, true)).json()).toMatchObject({
    amount: '134.97',
    refusal: null,
    action: null,
  })
  expect((await repeat(sam, ida.at, true, '134.97')).statusCode).toBe(200)
  // 2 × 134.97 = 269.94 is above it.
  const uma = await refusedRefund(owner, 'syn-rf-3mo', 2)
  expect((await preview(sam, uma.at, true)).json().refusal).toContain('need operations, finance or an owner')
  expect((await repeat(sam, uma.at, true, '269.94')).json().code).toBe('FORBIDDEN')
  const { action } = (await finance.post(`${uma.at}repeat/preview/`, { as_credit: true })).json()
  expect((await repeat(finance, uma.at, true, '269.94')).json().code).toBe('PROOF_REQUIRED')
  await finance.confirm(action)
  // The passkey counts for credit, and not for the card.
  expect((await repeat(finance, uma.at, false, '269.94')).json().code).toBe('PROOF_REQUIRED')
  expect((await repeat(finance, uma.at, true, '269.94')).statusCode).toBe(200)
  await expectConsistent(shop)
})

test('refused twice, it counts once when it is given at last: nothing of both went to anybody', async () => {
  // 134.97 of 200.00: with one of the two refused ones it would be 269.94.
  const lea = await refusedRefund(sam, 'syn-rf-3mo')
  expect((await repeat(sam, lea.at, false, '134.97')).json().text).toContain('refused the refund for good')
  const { outcome } = (await sam.get(lea.at)).json()
  const next = `/api/desk/refunds/${outcome.id}/`
  expect((await preview(sam, next, true)).json()).toMatchObject({ amount: '134.97', refusal: null })
  expect((await repeat(sam, next, true, '134.97')).json()).toEqual({ text: 'The refund was made.' })
  await expectConsistent(shop)
})

test('a successful refund cannot be repeated, and a member and roles without the right cannot repeat any', async () => {
  const kit = await refusedRefund(null)
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  await runShopCommand(shop, 'refund', order?.number ?? '')
  const [made] = await refundsOf(order?.number ?? '')
  for (const id of [made?.id ?? '', newId()]) {
    expect((await sam.get(`/api/desk/refunds/${id}/`)).statusCode).toBe(404)
    expect((await repeat(sam, `/api/desk/refunds/${id}/`, true, '49.99')).statusCode).toBe(404)
    expect((await sam.get(`/desk/refunds/${id}`)).statusCode).toBe(404)
  }
  for (const role of ['marketing', 'read-only'] as const) {
    const person = await joinDesk(api, role)
    expect((await person.get(kit.at)).statusCode).toBe(404)
    expect((await repeat(person, kit.at, true, '49.99')).statusCode).toBe(404)
  }
  for (const cookie of ['', cookieHeader(kit.client.jar)]) {
    const headers = { cookie, 'content-type': 'application/json' }
    const body = JSON.stringify({ as_credit: true, amount: '49.99', request_id: newId() })
    const answer = await api.inject({ method: 'POST', url: `${kit.at}repeat/`, headers, body })
    expect([401, 404]).toContain(answer.statusCode)
  }
  expect(await refundsOf(kit.number)).toHaveLength(1)
})

test('a refused refund whose money the buyer got in a lost dispute is not on the worklist and cannot be repeated', async () => {
  const gil = await refusedRefund(null)
  await db.updateTable('refund').set({ refusal: 'dispute-lost' }).where('id', '=', gil.id).execute()
  const { rows } = (await sam.get('/api/desk/tasks/refund-refused/')).json()
  expect(rows.map(({ id }: { id: string }) => id)).not.toContain(gil.id)
  expect((await sam.get(gil.at)).json()).toMatchObject({ is_open: false, outcome: null })
  expect((await repeat(sam, gil.at, true, '49.99')).statusCode).toBe(409)
})
