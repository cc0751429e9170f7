import { expect } from 'vitest'
import { listLots, viewCertificate, viewCertificatePdf } from '#certificate/endpoints.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

test('a lot certificate is found by every spelling of the lot number, as a page, as data, and as the same file each time', async ({
  shop,
}) => {
  const { client } = shop.visitor()
  const certificate = await client.call(viewCertificate, { lot: ' ds-2609 a' })
  expect(certificate).toMatchObject({ lot: 'DS2609A', product_name: 'DS-01 Daily Synbiotic' })
  const page = await client.send({ method: 'GET', path: '/certificates?lot=ds2609a' })
  expect(page.status).toBe(200)
  for (const { name, result } of certificate.tests) {
    expect(page.text).toContain(`>${name}<`)
    expect(page.text).toContain(`>${result}<`)
  }
  const file = await client.call(viewCertificatePdf, { lot: 'DS2609A' })
  expect(Buffer.from(file.pdf, 'base64').toString('latin1')).toMatch(/^%PDF-1\.7/)
  expect(await client.call(viewCertificatePdf, { lot: 'ds2609a' })).toEqual(file)
  const download = await fetch(`${shop.url}/certificate.pdf?lot=DS2609A`)
  expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test.for(['', '   ', 'DS9999Z', '__proto__', '<b>DS2609A</b>', 'A'.repeat(200)])(
  'the unknown lot number %j gets an error at the field',
  async (lot, { shop }) => {
    const { client } = shop.visitor()
    const page = await client.send({ method: 'GET', path: `/certificates?lot=${encodeURIComponent(lot)}` })
    expect([page.status, page.text.includes('aria-invalid="true"')]).toEqual([200, true])
    expect(page.text).not.toContain('<b>DS2609A')
    const file = await fetch(`${shop.url}/certificate.pdf?lot=${encodeURIComponent(lot)}`)
    expect([400, 404]).toContain(file.status)
  },
)

test('the certificates list shows the newest lots first, and every product has one', async ({ shop }) => {
  const { lots } = await shop.visitor().client.call(listLots, {})
  const days = lots.map(({ made_on }) => made_on)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(new Set(lots.map(({ product_name }) => product_name)).size).toBe(3)
})
