import { expect } from 'vitest'
import { sql } from 'kysely'
import { exportUser } from '#account/privacy-endpoints.ts'
import { viewOrder } from '#order/endpoints.ts'
import { cancelReturn, requestReturn, viewReturns } from '#return/endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import type { Place } from '../support/places.ts'
import { runShopCommand, type CommandResult } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

let tracked = 0

/** Somebody who has what they ordered in their hands, without an account. */
const delivered = async (
  shop: TestShop,
  contents: Readonly<Record<string, number>>,
  { place = 'oregon', code }: { readonly place?: Place; readonly code?: string } = {},
) => {
  const buyer = shop.visitor()
  for (const [plan, quantity] of Object.entries(contents)) await buyer.add(plan, quantity)
  if (code !== undefined) await buyer.enterCode(code)
  const { order } = await buyer.checkout({ place })
  const [number, tracking] = [order?.number ?? '', `1ZBACK${(tracked += 1)}`]
  const words = ['ship', number, '--carrier', 'ups', '--tracking', tracking]
  expect(await runShopCommand(shop, ...words)).toMatchObject({ code: 0 })
  expect(await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')).toMatchObject({ code: 0 })
  const lookup = { number, email: buyer.email }
  const { client } = buyer
  return {
    ...buyer,
    number,
    lookup,
    returns: () => client.call(viewReturns, lookup),
    request: (lines: readonly { position: number; quantity: number }[], requestId = 'once') =>
      client.call(requestReturn, {
        ...lookup,
        request_id: requestId,
        reason: 'changed-mind',
        lines: [...lines],
      }),
    cancel: (returnNumber: string) => client.call(cancelReturn, { ...lookup, return_number: returnNumber }),
    subjects: async () => (await shop.mails(buyer.email)).map(({ subject }) => subject),
  }
}

const receive = (shop: TestShop, ...words: readonly string[]): Promise<CommandResult> =>
  runShopCommand(shop, 'return', ...words)

const refusal = (reason: string) => ({ code: 'ACTION_NOT_ALLOWED', data: { reason } })

const stockOf = async (shop: TestShop, product: string): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select available as n from stock where product = ${product}`.execute(shop.app.database.kysely)
  return rows[0]?.n ?? 0
}

test('a buyer returns one of two units: instructions come at once, the refund on receipt, and the unit can be sold again', async ({
  shop,
}) => {
  // 2 × 49.99 = 99.98; Oregon has no tax.
  const mara = await delivered(shop, { 'syn-rf': 2 })
  expect(await mara.returns()).toMatchObject({
    refusal: null,
    lines: [{ position: 0, quantity: 2, refund: '99.98' }],
    returns: [],
  })
  const one = await mara.request([{ position: 0, quantity: 1 }])
  expect(one).toMatchObject({ number: `${mara.number}-R1`, state: 'requested', refund: '49.99' })
  expect(await mara.request([{ position: 0, quantity: 1 }])).toEqual(one)
  const mail = (await shop.mails(mara.email)).find(({ subject }) => subject === `Your return ${one.number}`)
  expect(mail?.text).toContain('100 Orchard Way')
  expect(mail?.text).toContain('$49.99 will be refunded')
  expect(await shop.refundedCents()).toEqual([0])
  const before = await stockOf(shop, 'ds-01')
  expect(await receive(shop)).toMatchObject({ lines: [expect.stringContaining(`${one.number}  `)] })
  expect(await receive(shop, one.number)).toEqual({ code: 0, lines: ['$49.99 went back to the card.'] })
  expect((await receive(shop, one.number)).lines.join()).toContain('was received before')
  expect(await stockOf(shop, 'ds-01')).toBe(before + 1)
  expect(await shop.refundedCents()).toEqual([4999])
  expect(await mara.returns()).toMatchObject({
    lines: [{ position: 0, quantity: 1, refund: '49.99' }],
    returns: [{ number: one.number, state: 'received', refund: '49.99' }],
  })
  expect(await mara.subjects()).toContain(`Refund for your order ${mara.number}`)
  await expectConsistent(shop)
})

test('a discounted, taxed line returned in three parts is refunded exactly what was paid', async ({
  shop,
}) => {
  const june = await delivered(shop, { 'syn-rf': 3 }, { place: 'california', code: 'WELCOME10' })
  const member = await shop.asMember(june)
  const order = await member.client.call(viewOrder, { number: june.number })
  const paid = Math.round(Number(order.lines[0]?.total) * 100)
  expect(paid).toBe(Math.round((Number(order.total) - Number(order.shipping)) * 100))
  const parts: number[] = []
  for (const [at, words] of [[], ['--write-off'], ['syn-rf=1']].entries()) {
    const { number, refund } = await june.request([{ position: 0, quantity: 1 }], `part ${at}`)
    parts.push(Math.round(Number(refund) * 100))
    expect(await receive(shop, number, ...words)).toMatchObject({ code: 0 })
  }
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(paid)
  const after = await member.client.call(viewOrder, { number: june.number })
  expect(Math.round(Number(after.refunded) * 100)).toBe(paid)
  expect((await june.returns()).refusal?.reason).toMatch(/^(returned|refunded)$/)
  await expectConsistent(shop)
})

test('a return of which only a part arrives is refunded for that part', async ({ shop }) => {
  const noor = await delivered(shop, { 'syn-rf': 2 })
  const { number } = await noor.request([{ position: 0, quantity: 2 }])
  expect((await receive(shop, number, 'syn-rf=3')).code).toBe(1)
  expect((await receive(shop, number, 'vs-rf=1')).lines.join()).toContain('is not a line of the order')
  expect(await receive(shop, number, 'syn-rf=1')).toEqual({
    code: 0,
    lines: ['$49.99 went back to the card.'],
  })
  expect((await noor.returns()).returns).toMatchObject([
    { state: 'received', refund: '49.99', lines: [{ quantity: 1 }] },
  ])
  // What was not in the package can still be sent.
  expect((await noor.returns()).lines).toMatchObject([{ position: 0, quantity: 1, refund: '49.99' }])
  const later = await noor.request([{ position: 0, quantity: 1 }], 'the other one')
  expect(await receive(shop, later.number)).toEqual({ code: 0, lines: ['$49.99 went back to the card.'] })
  expect((await noor.returns()).refusal?.reason).toBe('refunded')
})

test('a return requested twice at once, or for more than was bought, is made once', async ({ shop }) => {
  const ola = await delivered(shop, { 'syn-rf': 2 })
  for (const lines of [
    [{ position: 0, quantity: 3 }],
    [{ position: 1, quantity: 1 }],
    [],
    [
      { position: 0, quantity: 1 },
      { position: 0, quantity: 1 },
    ],
  ])
    await expect(ola.request(lines)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  const requested = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => ola.request([{ position: 0, quantity: 2 }], `window ${at}`)),
  )
  expect(requested.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [one] = (await ola.returns()).returns
  // Two at the gate of the warehouse at once.
  const came = await Promise.all([receive(shop, one?.number ?? ''), receive(shop, one?.number ?? '')])
  expect(came.map(({ code }) => code).toSorted()).toEqual([0, 1])
  await expect(ola.cancel(one?.number ?? '')).rejects.toMatchObject(refusal('received'))
  await expectConsistent(shop)
})

test('a canceled return releases its units and cannot be received any more', async ({ shop }) => {
  const pia = await delivered(shop, { 'syn-rf': 1 })
  const { number } = await pia.request([{ position: 0, quantity: 1 }])
  expect((await pia.returns()).refusal?.reason).toBe('returned')
  const stranger = shop.visitor()
  await expect(
    stranger.client.call(cancelReturn, { ...pia.lookup, email: stranger.email, return_number: number }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await pia.cancel(number)
  await pia.cancel(number)
  expect((await receive(shop, number)).lines.join()).toContain('was canceled')
  expect((await pia.request([{ position: 0, quantity: 1 }], 'again')).number).toBe(`${pia.number}-R2`)
})

test('a buyer who has withdrawn from the contract or was fully refunded cannot return anything', async ({
  shop,
}) => {
  const berlin = await delivered(shop, { 'syn-rf': 1 }, { place: 'berlin' })
  await berlin.client.call(withdraw, berlin.lookup)
  await expect(berlin.request([{ position: 0, quantity: 1 }])).rejects.toMatchObject(refusal('withdrawn'))
  const refunded = await delivered(shop, { 'syn-rf': 1 })
  const { number } = await refunded.request([{ position: 0, quantity: 1 }])
  // An operator was generous meanwhile: nothing is left, and nothing is refunded twice.
  expect(await runShopCommand(shop, 'refund', refunded.number, '40.00')).toMatchObject({ code: 0 })
  expect(await receive(shop, number)).toEqual({ code: 0, lines: ['$9.99 went back to the card.'] })
  expect((await refunded.returns()).refusal?.reason).toBe('refunded')
  await expectConsistent(shop)
})

test('a return is requested by forms without scripts', async ({ shop }) => {
  const rhea = await delivered(shop, { 'syn-rf': 1 })
  const member = await shop.asMember(rhea)
  const page = await member.client.send({ method: 'GET', path: `/account/orders/${rhea.number}` })
  expect(page.text).toContain(`/return?number=${rhea.number}`)
  expect(page.text).not.toContain('href="/withdraw?number')
  const form = await member.client.send({ method: 'GET', path: `/return?number=${rhea.number}` })
  const requestId = /name="request_id" value="([^"]+)"/.exec(form.text)?.[1] ?? ''
  const post = (fields: Readonly<Record<string, string>>) =>
    member.client.send({
      method: 'POST',
      path: '/return',
      body: new URLSearchParams({ number: rhea.number, email: '', ...fields }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
    })
  const nothing = await post({ step: 'request', request_id: requestId, 'line-0': '0', reason: 'other' })
  expect(nothing.status).toBe(400)
  expect(nothing.text).toContain('Please choose what you’re returning.')
  expect(nothing.text).toMatch(/value="other"[^>]*checked|checked[^>]*value="other"/)
  expect(nothing.text).toMatch(/<option value="0" selected|<option selected="" value="0"/)
  const forged = await post({ step: 'request', request_id: requestId, 'line-7': '1', reason: 'other' })
  expect([forged.status, forged.text.includes('Your return is requested')]).toEqual([400, false])
  const done = await post({ step: 'request', request_id: requestId, 'line-0': '1', reason: 'other' })
  expect(done.text).toContain('Your return is requested')
  expect(done.text).toContain(`${rhea.number}-R1`)
  await member.prove()
  expect((await member.client.call(exportUser, {}))['returns']).toMatchObject([
    { number: `${rhea.number}-R1`, state: 'requested', lines: [{ quantity: 1 }] },
  ])
  const canceled = await post({ step: 'cancel', return_number: `${rhea.number}-R1` })
  expect(canceled.text).toContain('Canceled')
})

test('pages link to the withdrawal from a contract where the law has one, and to returns everywhere', async ({
  shop,
}) => {
  for (const [country, isNamed] of [
    ['US', false],
    ['CA', false],
    ['DE', true],
    ['GB', true],
  ] as const) {
    const { client } = shop.visitor(country, '')
    for (const path of ['/', '/contact', '/shipping-billing']) {
      const { text } = await client.send({ method: 'GET', path })
      const named = [text.includes('Withdraw from contract'), text.includes('href="/return"')]
      expect([country, path, ...named]).toEqual([country, path, isNamed, true])
    }
  }
})

test('a buyer who can no longer cancel is led to the return, and local law is named only in its country', async ({
  shop,
}) => {
  const rhea = await delivered(shop, { 'syn-rf': 1 })
  const refused = await rhea.client.send({
    method: 'POST',
    path: '/withdraw',
    body: new URLSearchParams({ number: rhea.number, email: rhea.email }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url },
  })
  expect(refused.status).toBe(409)
  expect(refused.text).toMatch(
    new RegExp(`action="/return"[^>]*>.*value="${rhea.number}".*Return items instead`, 's'),
  )
  expect(refused.text).not.toMatch(/withdraw from/i)
  const abroad = await shop.visitor('DE', '').client.send({ method: 'GET', path: '/withdraw' })
  expect(abroad.text).toContain('Withdraw from contract')
})

test('a return is refused after 30 days', async ({ shop }) => {
  const sam = await delivered(shop, { 'syn-rf': 1 })
  await shop.travelTo('2031-02-05')
  expect((await sam.returns()).until).toBe('2031-02-05')
  await shop.travelTo('2031-02-06')
  await expect(sam.request([{ position: 0, quantity: 1 }])).rejects.toMatchObject(refusal('too-late'))
})

test('an expired return blocks nothing of a split order, and its late package is refunded once', async ({
  shop,
}) => {
  const operate = async (...words: readonly string[]) =>
    expect(await runShopCommand(shop, ...words)).toMatchObject({ code: 0 })
  const buy = async (quantity: number) => {
    const { add, checkout, client, email } = shop.visitor()
    for (let units = 0; units < quantity; units += 1) await add('vs-rst')
    const lookup = { number: (await checkout()).order?.number ?? '', email }
    const requested = { ...lookup, reason: 'other' as const, lines: [{ position: 0, quantity: 1 }] }
    return {
      ...lookup,
      request: (requestId: string) => client.call(requestReturn, { ...requested, request_id: requestId }),
      returns: () => client.call(viewReturns, lookup),
    }
  }
  const ship = (number: string, tracking: string, ...lines: readonly string[]) =>
    operate('ship', number, '--carrier', 'ups', '--tracking', tracking, ...lines)
  const [split, una] = [await buy(2), await buy(1)]
  await ship(split.number, '1ZSPLIT1', '--lines', 'vs-rst:1')
  await operate('shipments', 'event', '1ZSPLIT1', 'delivered')
  const early = await split.request('of the first package')
  await ship(una.number, '1ZLATE')
  const onItsWay = await una.request('on its way')
  await shop.travelDays(31)
  await ship(split.number, '1ZSPLIT2', '--lines', 'vs-rst:1')
  await operate('shipments', 'event', '1ZSPLIT2', 'delivered')
  expect(await split.returns()).toMatchObject({ refusal: null, lines: [{ position: 0, quantity: 1 }] })
  const late = await split.request('of the second package')
  for (const { number } of [early, late]) await operate('return', number)
  expect((await split.returns()).refusal?.reason).toMatch(/^(returned|refunded)$/)
  // Asked for again, and then the package of the first return comes: nobody waits for another.
  await operate('shipments', 'event', '1ZLATE', 'delivered')
  await una.request('again')
  await operate('return', onItsWay.number)
  expect((await una.returns()).returns).toMatchObject([{ state: 'received' }, { state: 'canceled' }])
  await expectConsistent(shop)
})
