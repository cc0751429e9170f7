import { expect } from 'vitest'
import { cancelReturn, requestReturn, viewReturnLabel, viewReturns } from '#return/endpoints.ts'
import { carrierLabels } from '../support/carrier-labels.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places, type Place } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const environment = { WAREHOUSE: 'manual' }
const test = testInOneShop({ environment, carrierWord: '' })
const later = testInOneShop({ environment, carrierWord: '' })
const atStrangeCarrier = testInOneShop({ environment: { ...environment, CARRIER: 'manual' } })

let tracked = 0

const dayOf = (at: string | undefined): string =>
  at ? Temporal.Instant.from(at).toZonedDateTimeISO('America/New_York').toPlainDate().toString() : ''

/** Somebody without an account who has two refills in their hands and asks to return one; `word` is in their address. */
const returner = async (
  shop: TestShop,
  {
    word = '',
    place = 'oregon',
    quantity = 2,
    isDelivered = true,
  }: { word?: string; place?: Place; quantity?: number; isDelivered?: boolean } = {},
) => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf', quantity)
  const address = { ...places[place], company: word }
  const { order } = await buyer.checkout({ place, but: { address } })
  const [number, tracking] = [order?.number ?? '', `1ZLABEL${(tracked += 1)}`]
  await runShopCommand(shop, 'ship', number, '--carrier', 'ups', '--tracking', tracking)
  const arrive = () => runShopCommand(shop, 'shipments', 'event', tracking, 'delivered')
  if (isDelivered) await arrive()
  const lookup = { number, email: buyer.email }
  const { client } = buyer
  const returns = () => client.call(viewReturns, lookup)
  return {
    ...buyer,
    number,
    arrive,
    returns,
    one: async () => (await returns()).returns[0],
    request: (requestId = 'once') =>
      client.call(requestReturn, {
        ...lookup,
        request_id: requestId,
        reason: 'changed-mind',
        lines: [{ position: 0, quantity: 1 }],
      }),
    cancel: (returnNumber: string) => client.call(cancelReturn, { ...lookup, return_number: returnNumber }),
    labels: async () =>
      (await carrierLabels(shop.app.carrier.url)).filter(({ reference }) =>
        reference.startsWith(`${number}-R`),
      ),
    mailed: async () => (await shop.mails(buyer.email)).filter(({ subject }) => subject.includes('eturn')),
  }
}

/** Its sender hands the package over, on the carrier's page. */
const handOver = async (trackingUrl: string | null | undefined): Promise<void> => {
  const reply = await fetch(`${trackingUrl}/hand-over`, { method: 'POST', redirect: 'manual' })
  expect(reply.status).toBe(303)
}

test('a return shows who pays for shipping before the request; then the label comes by mail and on the page, with carrier scans', async ({
  shop,
}) => {
  const mara = await returner(shop)
  expect((await mara.returns()).postage).toBe('shop')
  const { number } = await mara.request()
  const [mail, ...others] = await mara.mailed()
  expect([mail?.subject, others]).toEqual([`Your return ${number}`, []])
  const requested = await mara.one()
  expect(requested).toMatchObject({ state: 'requested', travel: null, label: { state: 'ready' } })
  const key = requested?.label?.key ?? ''
  expect(mail?.html).toContain(`/return-label.pdf?key=${key}`)
  const { file_name: name, pdf } = await mara.client.call(viewReturnLabel, { key })
  expect([name, Buffer.from(pdf, 'base64').toString('latin1').slice(0, 5)]).toEqual([
    `${number}.pdf`,
    '%PDF-',
  ])
  const page = await mara.client.send({ method: 'GET', path: `/return-label.pdf?key=${key}` })
  expect(page.text.slice(0, 5)).toBe('%PDF-')
  expect((await mara.client.send({ method: 'GET', path: `/return-label.pdf?key=${key}x` })).status).toBe(404)
  await handOver(requested?.label?.tracking_url)
  await shop.settled()
  expect((await mara.one())?.travel).toBe('in-transit')
  await expect(mara.cancel(number)).rejects.toMatchObject({ data: { reason: 'on-its-way' } })
  await shop.travelDays(10)
  expect(await mara.one()).toMatchObject({ state: 'requested', travel: 'arrived' })
  // It is the shop's count that refunds: 49.99 for one.
  expect(await shop.refundedCents()).toEqual([0])
  expect((await runShopCommand(shop, 'return')).lines.join()).toMatch(/arrived/)
  expect(await runShopCommand(shop, 'return', number)).toEqual({
    code: 0,
    lines: ['$49.99 went back to the card.'],
  })
  expect(await mara.labels()).toMatchObject([{ state: 'handed-over' }])
  await expectConsistent(shop)
})

test('a return label requested twice while the answer is lost is bought once', async ({ shop }) => {
  const ola = await returner(shop, { word: 'TIMEOUT' })
  const { number } = await ola.request()
  expect((await ola.request()).number).toBe(number)
  expect((await ola.one())?.label?.state).toBe('preparing')
  await shop.travelDays(1)
  expect((await ola.one())?.label?.state).toBe('ready')
  expect(await ola.labels()).toHaveLength(1)
  expect(await ola.mailed()).toHaveLength(1)
})

test('canceling a return voids its label, and a new return gets its own label', async ({ shop }) => {
  const pia = await returner(shop)
  const { number } = await pia.request()
  await shop.settled()
  const key = (await pia.one())?.label?.key
  await pia.cancel(number)
  await shop.settled()
  expect(await pia.labels()).toMatchObject([{ state: 'voided' }])
  await expect(pia.client.call(viewReturnLabel, { key: key ?? '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await pia.request('again')
  await shop.settled()
  expect((await pia.labels()).map(({ state }) => state).toSorted()).toEqual(['made', 'voided'])
})

test('the label of a return that is canceled while the carrier makes the label is voided', async ({
  shop,
}) => {
  const rhea = await returner(shop)
  const { number } = await rhea.request()
  await Promise.all([rhea.cancel(number), shop.settled()])
  await shop.travelDays(1)
  expect((await rhea.labels()).filter(({ state }) => state !== 'voided')).toEqual([])
})

test('an address that the carrier refuses gets an error, and the operator sees the error', async ({
  shop,
}) => {
  const noor = await returner(shop, { word: 'UNKNOWN' })
  const { number } = await noor.request()
  const [mail] = await noor.mailed()
  expect(mail?.text).toContain('couldn’t create a label')
  expect((await noor.one())?.label?.state).toBe('refused')
  const { lines } = await runShopCommand(shop, 'return')
  expect(lines.find((line) => line.startsWith(number))).toContain('no label: ')
})

test('the buyer pays for a return from abroad and sees that before the request', async ({ shop }) => {
  const tor = await returner(shop, { place: 'toronto', quantity: 1 })
  expect((await tor.returns()).postage).toBe('buyer')
  const { label } = await tor.request()
  expect(label).toBeNull()
  const [mail] = await tor.mailed()
  expect(mail?.text).toContain('at your expense')
  expect(await tor.labels()).toEqual([])
})

atStrangeCarrier('a shop that buys no labels says how to send a return', async ({ shop }) => {
  const mara = await returner(shop)
  expect((await mara.returns()).postage).toBe('buyer')
  expect((await mara.request()).label).toBeNull()
  expect((await mara.mailed())[0]?.text).toContain('100 Orchard Way')
})

later(
  'a return that never arrives gets one reminder, expires, voids its label and releases its lines',
  async ({ shop }) => {
    // Shipped and asked for on January 6, so that it expires after February 5; delivered on the 16th, so that the 30 days of the
    // order end on February 15.
    const mara = await returner(shop, { isDelivered: false })
    const { number, send_by: sendBy } = await mara.request()
    expect(sendBy).toBe('2031-02-05')
    await shop.travelTo('2031-01-16')
    await mara.arrive()
    await shop.travelTo('2031-01-28')
    expect(await mara.mailed()).toHaveLength(1)
    await shop.travelTo('2031-02-05')
    const [, reminder] = await mara.mailed()
    expect([reminder?.subject, dayOf(reminder?.sent_at)]).toEqual([
      `Your return ${number} ends soon`,
      '2031-01-29',
    ])
    expect(await mara.one()).toMatchObject({ state: 'requested', label: { state: 'ready' } })
    await shop.travelTo('2031-02-07')
    expect(await mara.one()).toMatchObject({ state: 'expired', label: null, refund: '0.00' })
    const mails = await mara.mailed()
    expect([mails.length, mails.at(-1)?.subject, dayOf(mails.at(-1)?.sent_at)]).toEqual([
      3,
      `Your return ${number} has ended`,
      '2031-02-06',
    ])
    expect(await mara.labels()).toMatchObject([{ state: 'voided' }])
    await expect(mara.cancel(number)).rejects.toMatchObject({ data: { reason: 'expired' } })
    // Two at 49.99 were bought, and both can be returned until the 15th.
    expect(await mara.returns()).toMatchObject({
      until: '2031-02-15',
      lines: [{ quantity: 2, refund: '99.98' }],
    })
    expect((await mara.request('again')).number).toBe(`${mara.number}-R2`)
    // The first one comes after all, and counts once.
    expect(await runShopCommand(shop, 'return', number)).toEqual({
      code: 0,
      lines: ['$49.99 went back to the card.'],
    })
    expect((await runShopCommand(shop, 'return', number)).code).toBe(1)
    await shop.travelTo('2031-02-16')
    await expect(mara.request('too late')).rejects.toMatchObject({ data: { reason: 'too-late' } })
    await expectConsistent(shop)
  },
)

later('a return that the carrier has does not expire', async ({ shop }) => {
  const ola = await returner(shop)
  await ola.request()
  await shop.settled()
  await handOver((await ola.one())?.label?.tracking_url)
  await shop.travelDays(40)
  expect(await ola.one()).toMatchObject({ state: 'requested', travel: 'arrived' })
  expect(await ola.mailed()).toHaveLength(1)
})
