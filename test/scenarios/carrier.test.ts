import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findGuestOrder, type OrderWithRefunds } from '#order/endpoints.ts'
import { previewWithdrawal, withdraw } from '#withdrawal/endpoints.ts'
import { carrierLabels } from '../support/carrier-labels.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { signWebhook } from '../../sandbox-base/deliveries.ts'
import { carrierKeys, carrierName, signatureHeader } from '../../sandbox-carrier/settings.ts'
import { test as testAlone, testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ carrierWord: '' })

const dayOf = (at: string | null | undefined): string =>
  at ? Temporal.Instant.from(at).toZonedDateTimeISO('America/New_York').toPlainDate().toString() : ''

/** Somebody who bought a refill, which leaves two days later; `word` is in the address. */
const buyer = async (shop: TestShop, word = '') => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const address = { ...places.oregon, company: word }
  const { order } = await visitor.checkout({ place: 'oregon', but: { address } })
  const number = order?.number ?? ''
  const { email } = visitor
  const ordered = (): Promise<OrderWithRefunds> => visitor.client.call(findGuestOrder, { number, email })
  return {
    ...visitor,
    number,
    shipsOn: Temporal.PlainDate.from((await ordered()).ship_on ?? ''),
    order: ordered,
    /** What was mailed of its shipment, with the day. */
    mailed: async (): Promise<string[]> =>
      (await shop.mails(email))
        .filter(({ subject }) => /shipped|delivered|delayed/.test(subject))
        .map(({ subject, sent_at: at }) => `${subject.split(' ').at(-1)} ${dayOf(at)}`),
    labels: async () =>
      (await carrierLabels(shop.app.carrier.url)).filter(({ reference }) => reference === number),
  }
}

/** The standard service takes four working days. */
const arrivalOf = (handedOverOn: Temporal.PlainDate): Temporal.PlainDate => {
  // Of four days in a row after a Monday none is at a weekend, otherwise one weekend is in between.
  const weekend = handedOverOn.dayOfWeek === 1 ? 0 : 2
  return handedOverOn.add({ days: 4 + weekend })
}

/** What is written of the shipments of an order, in the order in which it was learned. */
const historyOf = async (shop: TestShop, number: string): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`
    select e.kind || case when e.is_applied then '' else ' (late)' end || ' by ' || e.source as what
    from shipment_event e join shipment s on s.id = e.shipment_id join "order" o on o.id = s.order_id
    where o.number = ${number} order by e.recorded_at, e.id`.execute(shop.app.database.kysely)
  return rows.map(({ what }) => what)
}

test('one long clock move ships an order and delivers it', async ({ shop }) => {
  const mara = await buyer(shop)
  const { shipsOn } = mara
  await shop.travelTo(shipsOn.add({ days: 30 }).toString())
  const { state, shipments } = await mara.order()
  const [shipment] = shipments
  expect([state, shipment?.state, shipment?.carrier, shipment?.service]).toEqual([
    'shipped',
    'delivered',
    'Sandbox carrier',
    'Standard',
  ])
  const arrivesOn = arrivalOf(shipsOn).toString()
  expect([shipment?.packed_at, shipment?.shipped_at, shipment?.delivered_at].map(dayOf)).toEqual([
    shipsOn.toString(),
    shipsOn.toString(),
    arrivesOn,
  ])
  expect(await mara.mailed()).toEqual([`shipped ${shipsOn.toString()}`, `delivered ${arrivesOn}`])
  expect(await historyOf(shop, mara.number)).toEqual([
    'packed by warehouse',
    'shipped by carrier',
    'in-transit by carrier',
    'delivered by carrier',
  ])
  const mail = (await shop.mails(mara.email)).find(({ subject }) => subject.endsWith('has shipped'))
  const url = shipment?.tracking_url ?? ''
  expect(mail?.html).toContain(`href="${url}"`)
  const page = await fetch(url)
  expect([page.status, (await page.text()).match(/<h1>(.*)<\/h1>/)?.[1]]).toEqual([200, 'Delivered'])
  await expectConsistent(shop)
})

test('on its shipping day an order is packed and cannot be canceled any more, and the answer says so', async ({
  shop,
}) => {
  const june = await buyer(shop)
  await shop.travelTo(june.shipsOn.subtract({ days: 1 }).toString())
  const { number, email } = june
  expect((await june.client.call(previewWithdrawal, { number, email })).kind).toBe('cancel')
  await shop.travelTo(june.shipsOn.toString())
  expect((await june.order()).shipments[0]?.state).toBe('shipped')
  await expect(june.client.call(previewWithdrawal, { number, email })).rejects.toThrow(
    'has shipped, so it can no longer be canceled',
  )
})

test.for([
  { word: 'LATE', state: 'delivered', mailed: ['shipped 0', 'delayed 0 late', 'delivered 3 late'] },
  { word: 'LOST', state: 'lost', mailed: ['shipped 0'] },
  { word: 'RETURNED', state: 'returned-to-sender', mailed: ['shipped 0'] },
  { word: 'TWICE', state: 'delivered', mailed: ['shipped 0', 'delivered 0 late'] },
  // No mail says that a shipment is on its way when it has arrived.
  { word: 'REVERSED', state: 'delivered', mailed: ['delivered 0 late'] },
  { word: 'SILENT', state: 'shipped', mailed: ['shipped 0'] },
  // Asked again after a minute, which the clock passes with the day.
  { word: 'TIMEOUT', state: 'delivered', mailed: ['shipped 1', 'delivered 0 late'] },
])('a package to $word has the expected states', async ({ word, state, mailed }, { shop }) => {
  const buys = await buyer(shop, word)
  await shop.travelTo(buys.shipsOn.add({ days: 20 }).toString())
  const { shipments } = await buys.order()
  expect(shipments.map((shipment) => shipment.state)).toEqual([state])
  const onDay = (text: string): string => {
    const [what, days, late] = text.split(' ')
    const handedOver = word === 'TIMEOUT' ? buys.shipsOn.add({ days: 1 }) : buys.shipsOn
    const from = late === undefined ? buys.shipsOn : arrivalOf(handedOver)
    return `${what} ${from.add({ days: Number(days) }).toString()}`
  }
  expect(await buys.mailed()).toEqual(mailed.map(onDay))
  expect(await buys.labels()).toMatchObject([{ state: 'handed-over', tracking: shipments[0]?.tracking }])
  await expectConsistent(shop)
})

test('a shipment that the carrier refuses stays packed, and an operator ships it another way', async ({
  shop,
}) => {
  const noor = await buyer(shop, 'UNKNOWN')
  await shop.travelTo(noor.shipsOn.add({ days: 3 }).toString())
  expect(await noor.order()).toMatchObject({
    state: 'placed',
    shipments: [{ state: 'packed', tracking: null }],
  })
  expect(await noor.mailed()).toEqual([])
  const reason = 'There is no such address; packages do not go there.'
  expect((await runShopCommand(shop, 'shipments', 'labels')).lines).toEqual([
    `${noor.number}: refused: ${reason}`,
  ])
  expect((await runShopCommand(shop, 'label', noor.number)).lines).toEqual([
    `The carrier refuses the label: ${reason}`,
  ])
  await runShopCommand(shop, 'ship', noor.number, '--carrier', 'ups', '--tracking', '1Z9')
  await shop.settled()
  expect(await noor.order()).toMatchObject({ state: 'shipped', tracking: '1Z9' })
  expect((await runShopCommand(shop, 'shipments', 'labels')).lines[0]).toMatch(/^Every packed shipment/)
  expect(await noor.labels()).toEqual([])
  await expectConsistent(shop)
})

testAlone(
  'a carrier that is down for days holds packages back, and nothing is lost or doubled',
  async ({ shop }) => {
    const [ada, ben] = [await buyer(shop), await buyer(shop)]
    await shop.app.carrier.stop()
    await shop.travelTo(ada.shipsOn.add({ days: 3 }).toString())
    for (const { order, mailed } of [ada, ben]) {
      expect(await order()).toMatchObject({
        state: 'placed',
        shipments: [{ state: 'packed', tracking: null }],
      })
      expect(await mailed()).toEqual([])
    }
    expect((await runShopCommand(shop, 'shipments', 'labels')).lines).toHaveLength(2)
    await shop.app.carrier.startAgain()
    await shop.travelDays(1)
    for (const { order, mailed, labels } of [ada, ben]) {
      expect((await order()).shipments.map(({ state }) => state)).toEqual(['shipped'])
      expect(await mailed()).toEqual([`shipped ${ada.shipsOn.add({ days: 4 }).toString()}`])
      expect(await labels()).toHaveLength(1)
    }
    await expectConsistent(shop)
  },
)

testAlone('canceled and packed at the same moment: exactly one of them happens', async ({ shop }) => {
  const buyers = []
  for (let each = 0; each < 6; each += 1) buyers.push(await buyer(shop))
  await shop.travelTo(buyers[0]?.shipsOn.subtract({ days: 1 }).toString() ?? '')
  const canceling = Promise.allSettled(
    buyers.map(({ client, number, email }) => client.call(withdraw, { number, email })),
  )
  await Promise.all([shop.travelDays(1), canceling])
  for (const [at, { order, labels }] of buyers.entries()) {
    const isCanceled = (await canceling)[at]?.status === 'fulfilled'
    const { state, shipments } = await order()
    expect([state, shipments[0]?.state]).toEqual(
      isCanceled ? ['canceled', 'canceled'] : ['shipped', 'shipped'],
    )
    expect((await labels()).map((label) => label.state)).toEqual(isCanceled ? [] : ['handed-over'])
  }
  await expectConsistent(shop)
})

/** What the sandbox carrier says of a number, as it says it; returns the status of the answer. */
const reported = async (shop: TestShop, tracking: string): Promise<number> => {
  const body = JSON.stringify({
    id: `ev-${tracking}`,
    tracking,
    event: 'shipped',
    at: '2031-01-07T12:00:00Z',
  })
  const signing = { webhookSecret: carrierKeys.webhookSecret, signedSender: carrierName }
  const signature = signWebhook(signing, Math.floor(Date.now() / 1_000), body)
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
  return (await fetch(`${shop.url}/api/shipment/webhook/sandbox`, { method: 'POST', headers, body })).status
}

const testByPeople = testInOneShop({ carrierWord: '', environment: { WAREHOUSE: 'manual' } })

testByPeople('people print labels; asked for twice, a shipment has one', async ({ shop }) => {
  const mara = await buyer(shop)
  const folder = await mkdtemp(join(tmpdir(), 'loam-labels-'))
  const print = async (format: string, named = mara.number) => {
    const file = join(folder, `label.${format}`)
    const { lines } = await runShopCommand(shop, 'label', named, '--format', format, '--file', file)
    expect(lines).toEqual([`Order ${mara.number}: the label is in ${file}.`])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    return readFile(file, 'latin1')
  }
  expect((await runShopCommand(shop, 'label', mara.number)).lines).toEqual([
    `Nothing of order ${mara.number} is packed; pack it first.`,
  ])
  await runShopCommand(shop, 'shipments', 'pack', mara.number)
  const [zpl, pdf] = [await print('zpl'), await print('pdf')]
  const [shipment] = (await mara.order()).shipments
  expect(shipment).toMatchObject({ state: 'packed', carrier: 'Sandbox carrier' })
  expect(zpl).toMatch(new RegExp(`^\\^XA[\\s\\S]*\\^FD${shipment?.tracking}\\^FS[\\s\\S]*\\^XZ`))
  expect(pdf.slice(0, 5)).toBe('%PDF-')
  expect(await print('zpl', shipment?.id)).toBe(zpl)
  expect(await mara.labels()).toMatchObject([{ state: 'made' }])
  const page = await (await fetch(shipment?.tracking_url ?? '')).text()
  expect(page).toContain('Label made, waits for the package')
  await shop.travelDays(10)
  expect((await mara.order()).state).toBe('placed')
  expect((await runShopCommand(shop, 'shipments', 'hand-over', mara.number)).lines).toEqual([
    `${mara.number}: the carrier takes the package.`,
  ])
  await shop.settled()
  expect((await mara.order()).shipments[0]?.state).toBe('shipped')
  await rm(folder, { recursive: true })
  await expectConsistent(shop)
})

testByPeople('the label of an order that is refunded before it left is void', async ({ shop }) => {
  const june = await buyer(shop)
  await runShopCommand(shop, 'shipments', 'pack', june.number)
  await runShopCommand(shop, 'label', june.number, '--file', '/dev/null')
  expect(await june.labels()).toMatchObject([{ state: 'made' }])
  await runShopCommand(shop, 'refund', june.number)
  await shop.settled()
  expect(await june.order()).toMatchObject({
    state: 'canceled',
    shipments: [{ state: 'canceled', tracking: null }],
  })
  expect(await june.labels()).toMatchObject([{ state: 'voided' }])
  expect((await runShopCommand(shop, 'label', june.number)).code).toBe(1)
  await expectConsistent(shop)
})

testByPeople('a label of the sandbox is void once another carrier has the package', async ({ shop }) => {
  const noor = await buyer(shop)
  await runShopCommand(shop, 'shipments', 'pack', noor.number)
  await runShopCommand(shop, 'label', noor.number, '--file', '/dev/null')
  const [label] = await noor.labels()
  await runShopCommand(shop, 'ship', noor.number, '--carrier', 'ups', '--tracking', '1ZOTHER')
  await shop.settled()
  expect(await noor.labels()).toMatchObject([{ state: 'voided' }])
  expect(await noor.order()).toMatchObject({ state: 'shipped', tracking: '1ZOTHER' })
  // What its carrier says of the old label is answered, so that it does not go on saying it, and moves nothing.
  expect(await reported(shop, label?.tracking ?? '')).toBe(200)
  expect(await reported(shop, 'SBXUNKNOWN')).toBe(404)
  expect(await historyOf(shop, noor.number)).toEqual(['packed by operator', 'shipped by operator'])
  expect((await runShopCommand(shop, 'label', noor.number)).code).toBe(1)
  await expectConsistent(shop)
})

testByPeople.for([
  { args: ['NOPE'], says: 'There is no order or shipment NOPE.' },
  { args: [], says: 'Give one order number or shipment.' },
  { args: ['NOPE', '--format', 'png'], says: 'png is not a format; use pdf or zpl.' },
])('`label $args` is refused', async ({ args, says }, { shop }) => {
  expect(await runShopCommand(shop, 'label', ...args)).toEqual({ code: 1, lines: [says] })
})
