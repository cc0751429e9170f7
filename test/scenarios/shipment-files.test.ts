import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { claimGift } from '#gift/endpoints.ts'
import { findGuestOrder } from '#order/endpoints.ts'
import { expectConsistent } from '../support/invariants.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop({ environment: { WAREHOUSE: 'manual' } })

/** Somebody who bought refills, with the name and the phone number that they typed. */
const buyer = async (
  shop: TestShop,
  typed: { readonly firstName?: string; readonly phone?: string } = {},
) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf', 2)
  const form = await visitor.fill()
  const { order } = await visitor.send({ ...form, address: { ...form.address, ...typed } })
  const number = order?.number ?? ''
  return {
    number,
    order: () => visitor.client.call(findGuestOrder, { number, email: visitor.email }),
    shippedMails: async () =>
      (await shop.mails(visitor.email)).filter(({ subject }) => subject.endsWith('has shipped')).length,
  }
}

const folderOf = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-shipments-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Imports a file with these contents. */
const importing = async (shop: TestShop, contents: string | Uint8Array, name = 'shipments.csv') => {
  const file = join(await folderOf(), name)
  await writeFile(file, contents)
  return runShopCommand(shop, 'shipments', 'import', file)
}

const header = 'order,carrier,tracking,lines\n'

test('the warehouse exports due shipments as a file, adds tracking numbers and imports the file', async ({
  shop,
}) => {
  const [mara, june] = [
    await buyer(shop, { firstName: '=HYPERLINK("x")', phone: '+1 503 555 0100' }),
    await buyer(shop),
  ]
  const file = join(await folderOf(), 'due.csv')
  expect((await runShopCommand(shop, 'shipments', 'export', file)).lines).toEqual([
    `0 shipments are in ${file}.`,
  ])
  await shop.travelDays(3)
  expect((await runShopCommand(shop, 'shipments', 'export', file)).lines).toEqual([
    `2 shipments are in ${file}.`,
  ])
  const text = await readFile(file, 'utf8')
  expect(text.split('\n')[0]).toMatch(/^order,carrier,service,tracking,lines,weight_grams,state,ship_on,/)
  // No formula of a buyer's runs in a spreadsheet.
  expect(text).toContain(`"'=HYPERLINK(""x"") Ito"`)
  const filled = text.replace(`${mara.number},,,`, `${mara.number},fedex,Home,770000000001`)
  expect(await importing(shop, filled)).toEqual({
    code: 0,
    lines: ['1 shipped, 0 recorded before, 1 not filled in, 0 refused.'],
  })
  expect(await mara.order()).toMatchObject({
    state: 'shipped',
    shipments: [{ carrier: 'FedEx', service: 'Home', tracking: '770000000001' }],
  })
  expect(await june.order()).toMatchObject({ state: 'placed' })
  // The same file again changes nothing and mails nobody.
  expect((await importing(shop, filled)).lines).toEqual([
    '0 shipped, 1 recorded before, 1 not filled in, 0 refused.',
  ])
  expect(await mara.shippedMails()).toBe(1)
  await expectConsistent(shop)
})

test('each bad row of an import gets an error and changes nothing, and the valid rows are applied', async ({
  shop,
}) => {
  const [good, also] = [await buyer(shop), await buyer(shop)]
  const rows = [
    `${good.number},ups,1ZGOOD,syn-rf:1`,
    'LNOBODY,ups,1ZNOBODY,',
    `${also.number},gls,1Z1,`,
    `${also.number},ups,,`,
    `${also.number},ups,1Z2,syn-rf:-2`,
    `${also.number},ups,1Z3,syn-rf:3`,
    `${also.number},ups,1Z4,vs-rf:1`,
    `${also.number},ups,1Z5`,
    `,ups,1Z6,`,
    `${also.number},ups,=1+1,`,
    `${good.number},ups,1ZREST,`,
  ]
  const { code, lines } = await importing(shop, header + rows.join('\n'))
  expect({ code, lines }).toEqual({
    code: 1,
    lines: [
      'Row 2: There is no order LNOBODY.',
      'Row 3: The carrier gls is not known; use usps, ups, fedex, dhl, other.',
      'Row 4: The tracking number is missing.',
      'Row 5: “syn-rf:-2” is not a product with a quantity, such as syn-rf:2.',
      `Row 6: Order ${also.number}: Of syn-rf, 2 are left to ship, not 3.`,
      `Row 7: Order ${also.number}: There is no vs-rf in this order.`,
      'Row 8: It has 3 cells, the header has 4.',
      'Row 9: The order number is missing.',
      'Row 10: =1+1 is not a tracking number.',
      '2 shipped, 0 recorded before, 0 not filled in, 9 refused.',
      'The refused rows changed nothing; correct them and import again.',
    ],
  })
  expect((await good.order()).state).toBe('shipped')
  expect((await also.order()).shipments).toMatchObject([{ state: 'pending', tracking: null }])
  expect([await good.shippedMails(), await also.shippedMails()]).toEqual([2, 0])
  await expectConsistent(shop)
})

test('a tracking number of another shipment is refused, also in two files at once; another carrier may use the same number', async ({
  shop,
}) => {
  const [mara, june] = [await buyer(shop), await buyer(shop)]
  const rows = ({ number }: { readonly number: string }) => `${header}${number},ups,1ZONE,\n`
  const read = await Promise.all([importing(shop, rows(mara)), importing(shop, rows(june))])
  expect(read.map(({ code }) => code).toSorted()).toEqual([0, 1])
  const isMaras = read[0]?.code === 0
  const [first, second] = isMaras ? [mara, june] : [june, mara]
  expect(read[isMaras ? 1 : 0]?.lines[0]).toBe(
    `Row 1: Order ${second.number}: 1ZONE is the package of order ${first.number}, of another buyer.`,
  )
  expect((await second.order()).shipments).toMatchObject([{ state: 'pending', tracking: null }])
  expect([await first.shippedMails(), await second.shippedMails()]).toEqual([1, 0])
  // Another carrier may have the same number.
  expect(await importing(shop, `${header}${second.number},fedex,1ZONE,\n`)).toMatchObject({ code: 0 })
  await expectConsistent(shop)
})

test.for([
  ['bad.csv', 'order,carrier\n', 'The column tracking is missing.'],
  ['bad.csv', 'order,carrier,tracking,price\n', 'The column “price” is not known; an import has'],
  ['bad.csv', 'order,order,carrier,tracking\n', 'The column order is there twice.'],
  ['bad.csv', '', 'The column order is missing.'],
  ['bad.csv', `${header}"L1,ups,1Z\n`, 'The file is not CSV:'],
  ['bad.csv', Uint8Array.from([0x6f, 0xff, 0xfe, 0x72]), 'The file is not UTF-8 text; save it as UTF-8.'],
  ['bad.csv', Buffer.from(header, 'utf16le'), 'The file is not UTF-8 text; save it as UTF-8.'],
  ['bad.json', '{"order": "L1"}', 'The file is not JSON with a list of shipments.'],
  ['bad.json', '[{', 'The file is not JSON with a list of shipments.'],
] as const)('%s with %j cannot be read: %s', async ([name, contents, sentence], { shop }) => {
  const { code, lines } = await importing(shop, contents, name)
  expect([code, lines.length]).toEqual([1, 1])
  expect(lines[0]).toContain(sentence)
})

test('JSON, semicolons and a byte order mark are accepted', async ({ shop }) => {
  const [one, two] = [await buyer(shop), await buyer(shop)]
  const rows = [
    { order: one.number, carrier: 'DHL', tracking: 'JD014600', weight_grams: 240 },
    { order: one.number, carrier: 'dhl', tracking: ['JD'] },
    { order: one.number, carrier: 'dhl', tracking: 'JD2', price: '1' },
  ]
  expect((await importing(shop, JSON.stringify(rows), 'file.json')).lines.slice(0, 3)).toEqual([
    'Row 2: It is not a shipment with texts and numbers.',
    'Row 3: The field “price” is not known.',
    '1 shipped, 0 recorded before, 0 not filled in, 2 refused.',
  ])
  const csv = `\uFEFForder;carrier;tracking\r\n${two.number};usps;9400 1000\r\n\r\n`
  expect((await importing(shop, csv)).lines).toEqual([
    '1 shipped, 0 recorded before, 0 not filled in, 0 refused.',
  ])
  expect((await one.order()).tracking).toBe('JD014600')
  expect((await two.order()).shipments[0]?.tracking_url).toBe(
    'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400%201000',
  )
})

test('a gift is exported after its claim, with its recipient’s address', async ({ shop }) => {
  const giver = shop.visitor()
  await giver.add('syn-wk-gift-2020')
  const { order } = await giver.checkout()
  const exported = async () => {
    const { lines } = await runShopCommand(
      shop,
      'shipments',
      'export',
      '--format',
      'json',
      '--until',
      '2033-01-01',
    )
    return lines.join('\n')
  }
  expect(await exported()).not.toContain(order?.number)
  const mail = (await shop.mails('noor@example.com')).findLast(({ text }) => text.includes('/gift/claim/'))
  const token = /\/gift\/claim\/([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const address = { ...places.california, firstName: 'Noor', lastName: 'Haddad', address: '7 Fern Street' }
  await shop.visitor().client.call(claimGift, { token, address })
  const text = await exported()
  expect(text).toContain(order?.number)
  expect(text).toContain('7 Fern Street')
  await expectConsistent(shop)
})
