import sharp from 'sharp'
import { expect } from 'vitest'
import { deleteAccount, exportUser } from '#account/privacy-endpoints.ts'
import { changeSubscription } from '#subscription/change/change-endpoints.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { reportProblem, viewProblemPhoto, viewProblems } from '#return/problem-endpoints.ts'
import { requestReturn, viewReturns } from '#return/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

let tracked = 0

/** Somebody without an account whose order has left. */
const buyer = async (shop: TestShop, quantity = 1) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf', quantity)
  const { order } = await visitor.checkout()
  const [number, tracking] = [order?.number ?? '', `1ZWRONG${(tracked += 1)}`]
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  await runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
  const lookup = { number, email: visitor.email }
  const { client } = visitor
  return {
    ...visitor,
    number,
    problems: () => client.call(viewProblems, lookup),
    order: () => client.call(findGuestOrder, lookup),
    returns: () => client.call(viewReturns, lookup),
    report: (
      count: number,
      but: { wish?: 'reship' | 'refund'; photos?: string[]; request_id?: string } = {},
    ) =>
      client.call(reportProblem, {
        ...lookup,
        request_id: 'once',
        kind: 'damaged',
        wish: 'refund',
        details: 'The jar is broken.',
        lines: [{ position: 0, quantity: count }],
        photos: [],
        ...but,
      }),
    sendBack: (count: number) =>
      client.call(requestReturn, {
        ...lookup,
        request_id: `back ${count}`,
        reason: 'other',
        lines: [{ position: 0, quantity: count }],
      }),
    subjects: async () => (await shop.mails(visitor.email)).map(({ subject }) => subject),
  }
}

/** Somebody whose order of one unit left today; its carrier says nothing more. */
const waitingBuyer = async (shop: TestShop) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout()
  const number = order?.number ?? ''
  const tracking = `1ZWRONG${(tracked += 1)}`
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  return (request_id: string) =>
    visitor.client.call(reportProblem, {
      number,
      email: visitor.email,
      request_id,
      kind: 'missing',
      wish: 'refund',
      details: 'There is nothing here.',
      lines: [{ position: 0, quantity: 1 }],
      photos: [],
    })
}

const decide = (shop: TestShop, ...words: readonly string[]) => runShopCommand(shop, 'problem', ...words)

test('a problem below the automatic limit is refunded at once, and the next problem waits for an operator', async ({
  shop,
}) => {
  // 49.99 each, no tax in Oregon; the policy resolves up to 60.00 by itself, once in 90 days.
  const mara = await buyer(shop, 3)
  const one = await mara.report(1)
  expect(one).toMatchObject({ number: `${mara.number}-P1`, state: 'refunded', refund: '49.99' })
  expect(await mara.report(1)).toEqual(one)
  const second = await mara.report(1, { request_id: 'another' })
  expect(second).toMatchObject({ state: 'open', refund: '0.00' })
  expect(await mara.problems()).toMatchObject({ lines: [{ quantity: 1 }] })
  // One of three is refunded and one is waiting: one can be returned, and never two.
  expect(await mara.returns()).toMatchObject({ lines: [{ position: 0, quantity: 1 }] })
  await expect(mara.sendBack(2)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  await mara.sendBack(1)
  expect(await mara.problems()).toMatchObject({ lines: [], refusal: { reason: 'settled' } })
  expect((await runShopCommand(shop, 'problems')).lines.join()).toContain(second.number)
  expect(await decide(shop, second.number, 'decline', '--note=Please send a photo.')).toMatchObject({
    code: 0,
  })
  expect((await mara.problems()).problems).toMatchObject([
    { state: 'refunded' },
    { state: 'declined', note: 'Please send a photo.' },
  ])
  const about = (await mara.subjects()).filter((subject) => subject.startsWith('About'))
  expect(about.toSorted()).toEqual([
    `About ${one.number}: our solution`,
    `About ${second.number}: our answer`,
  ])
  await expectConsistent(shop)
})

test('an order that shipped today is not refunded automatically as missing; after its expected arrival it is', async ({
  shop,
}) => {
  const early = await waitingBuyer(shop)
  expect(await early('early')).toMatchObject({ state: 'open', refund: '0.00' })
  const late = await waitingBuyer(shop)
  await shop.travelDays(14)
  expect(await late('late')).toMatchObject({ state: 'refunded', refund: '49.99' })
  await expectConsistent(shop)
})

test('of a refund and a replacement by two staff at once, exactly one is done', async ({ shop }) => {
  const ola = await buyer(shop, 2)
  // 99.98 is above the sum.
  const { number, state } = await ola.report(2)
  expect(state).toBe('open')
  expect(await ola.subjects()).toContain(`We received ${number}`)
  const both = await Promise.all([decide(shop, number, 'refund'), decide(shop, number, 'reship')])
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
  const { refunded, shipments } = await ola.order()
  expect([refunded, shipments.filter((shipment) => shipment.is_reship).length]).toEqual(
    both[0]?.code === 0 ? ['99.98', 0] : ['0.00', 1],
  )
  await expectConsistent(shop)
})

test('a replacement is its own shipment that takes stock, charges nothing, and is packed and shipped like others', async ({
  shop,
}) => {
  const pia = await buyer(shop)
  const { number, state } = await pia.report(1, { wish: 'reship' })
  expect(state).toBe('reshipped')
  const waiting = await pia.order()
  expect(waiting).toMatchObject({ state: 'shipped', refunded: '0.00' })
  expect(waiting.shipments.map((one) => [one.is_reship, one.state])).toEqual([
    [false, 'delivered'],
    [true, 'pending'],
  ])
  // Items is one, sent again or not.
  expect(waiting.shipment_items).toMatchObject([{ quantity: 1, state: 'shipped' }])
  await expectConsistent(shop)
  expect(await pia.returns()).toMatchObject({ refusal: { reason: 'returned' } })
  expect((await runShopCommand(shop, 'shipments', 'pack', pia.number)).code).toBe(0)
  const ship = ['ship', pia.number, '--carrier', 'ups', '--tracking', '1ZAGAIN']
  expect((await runShopCommand(shop, ...ship)).code).toBe(0)
  expect((await pia.order()).shipments.map((one) => one.state)).toEqual(['delivered', 'shipped'])
  // The terms promise 30 days for the replacement too; one was bought, so one can come back.
  expect(await pia.returns()).toMatchObject({ refusal: null, lines: [{ position: 0, quantity: 1 }] })
  expect(await shop.refundedCents()).not.toContain(undefined)
  expect(await decide(shop, number, 'refund')).toMatchObject({ code: 1 })
  await expectConsistent(shop)
})

test('after an operator’s refund, the waiting problem is neither refunded nor replaced again', async ({
  shop,
}) => {
  const noor = await buyer(shop, 2)
  const { number } = await noor.report(2)
  expect((await runShopCommand(shop, 'refund', noor.number, 'syn-rf=2')).code).toBe(0)
  for (const kind of ['refund', 'reship'])
    expect((await decide(shop, number, kind)).lines.join()).toContain('has been refunded meanwhile')
  expect(await noor.order()).toMatchObject({ refunded: '99.98' })
  await expectConsistent(shop)
})

const picture = (size = 60) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#aa3311' } })

test('photos are re-encoded without camera metadata, and shown only by a signed key', async ({ shop }) => {
  const rhea = await buyer(shop, 2)
  const withPlace = await picture()
    .withExif({ IFD0: { Artist: 'Rhea' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer()
  expect(withPlace.includes('Rhea')).toBe(true)
  const { photos } = await rhea.report(2, { photos: [withPlace.toString('base64')] })
  const { jpeg } = await rhea.client.call(viewProblemPhoto, { key: photos[0] ?? '' })
  const stored = Buffer.from(jpeg, 'base64')
  expect(stored.includes('Rhea')).toBe(false)
  const { exif, format } = await sharp(stored).metadata()
  expect([exif, format]).toEqual([undefined, 'jpeg'])
  await expect(rhea.client.call(viewProblemPhoto, { key: `${photos[0]}x` })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const page = await rhea.client.send({ method: 'GET', path: `/problem-photo.jpg?key=${photos[0]}` })
  expect(page.status).toBe(200)
})

test('the photos and words of a problem report are deleted with the account', async ({ shop }) => {
  const una = await buyer(shop, 2)
  const photo = (await picture().png().toBuffer()).toString('base64')
  const { photos } = await una.report(2, { photos: [photo] })
  const key = photos[0] ?? ''
  await una.client.call(viewProblemPhoto, { key })
  const member = await shop.asMember(una)
  const change = { action: 'cancel', cancellationReasonId: 'prefer-not-to-say' } as const
  for (const { id } of await member.subscriptions())
    await member.client.call(changeSubscription, { id, change })
  await member.prove()
  await member.client.call(deleteAccount, { email: una.email })
  await expect(una.client.call(viewProblemPhoto, { key })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a file that is no photo is refused at its field, and typed text is kept, by a form without scripts', async ({
  shop,
}) => {
  const sam = await buyer(shop, 2)
  const member = await shop.asMember(sam)
  const order = await member.client.send({ method: 'GET', path: `/account/orders/${sam.number}` })
  expect(order.text).toContain(`/problem?number=${sam.number}`)
  const send = async (files: readonly Buffer[]) => {
    const form = new FormData()
    const fields = {
      step: 'report',
      number: sam.number,
      email: sam.email,
      request_id: 'form',
      kind: 'wrong-item',
    }
    for (const [name, value] of Object.entries({ ...fields, wish: 'refund', 'line-0': '2' }))
      form.append(name, value)
    form.append('details', 'It was a box of nails.')
    for (const file of files)
      form.append('photos', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'a.jpg')
    const answer = await fetch(`${shop.url}/problem`, {
      method: 'POST',
      body: form,
      headers: { origin: shop.url },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const small = Buffer.from('GIF89a and no photo')
  // 64 million pixels of one color are a few hundred kilobytes.
  const bomb = await picture(8000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(1_000_000)
  const half = (await picture().jpeg().toBuffer()).subarray(0, 200)
  for (const [files, sentence] of [
    [[small], 'This file isn’t a photo.'],
    [[bomb], 'We can’t read this photo.'],
    [[half], 'We can’t read this photo.'],
    [[small, small, small, small], 'Please choose at most 3 photos.'],
    [[Buffer.alloc(11 * 1024 * 1024, 'a')], 'A photo can be up to 10 MB.'],
  ] as const) {
    const refused = await send([...files])
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(sentence)
    expect(refused.text).toContain('It was a box of nails.')
    expect(refused.text).toMatch(/value="wrong-item"[^>]*checked|checked[^>]*value="wrong-item"/)
  }
  // Looking orders up is limited to ten in a minute: each refused form is one.
  for (let again = 0; again < 4; again += 1)
    expect((await send([small])).text).toContain('It was a box of nails.')
  const done = await send([])
  expect(done.text).toContain('Thank you for letting us know')
  await member.prove()
  expect((await member.client.call(exportUser, {}))['problems']).toMatchObject([
    { details: 'It was a box of nails.' },
  ])
})
