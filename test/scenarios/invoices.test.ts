import { expect } from 'vitest'
import { findGuestInvoice, viewInvoice } from '#invoice/endpoints.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

const pdfOf = { status: 200, type: 'application/pdf', starts: '%PDF-1.7' }

test('the invoice of an order is available by mail, by order look-up, in the account, and in print', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.enterCode('DS-01-25-OFF')
  const { order } = await visitor.checkout({ place: 'california' })
  const number = order?.number ?? ''
  // 49.99 less 12.50, and 7.25 % of 37.49, which is 2.72.
  const found = await shop.visitor().client.call(findGuestInvoice, { number, email: visitor.email })
  expect(found).toMatchObject({ number: 'INV-2031-000001', order_number: number, total: '40.21' })

  const [mail] = (await shop.mails(visitor.email)).filter(({ subject }) => subject.includes(number))
  const link = /\/invoice\?key=[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(link).toBe(`/invoice?key=${found.key}`)
  const page = await shop.visitor().client.send({ method: 'GET', path: link })
  expect(page.status).toBe(200)
  for (const expectedText of ['Invoice INV-2031-000001', 'DS-01-25-OFF', 'Tax, California, 7.25%', '$40.21'])
    expect(page.text).toContain(expectedText)

  const fetched = async (path: string, jar: string) => {
    const { status, headers, text } = await (jar === 'theirs' ? shop.visitor() : visitor).client.send({
      method: 'GET',
      path,
    })
    return { status, type: headers.get('content-type'), starts: text.slice(0, 8) }
  }
  expect(await fetched(link.replace('?', '.pdf?'), 'theirs')).toEqual(pdfOf)
  expect((await fetched(`${link}x`, 'theirs')).status).toBe(404)
  expect((await fetched('/invoice', 'theirs')).status).toBe(404)

  const member = await shop.asMember(visitor)
  expect(await member.client.call(viewInvoice, { id: number })).toEqual(found)
  const mine = await member.client.send({ method: 'GET', path: `/account/orders/${number}/invoice` })
  expect([mine.status, mine.text.includes('INV-2031-000001')]).toEqual([200, true])
  expect(await fetched(`/account/orders/${number}/invoice.pdf`, 'mine')).toEqual(pdfOf)
  expect((await fetched(`/account/orders/${number}/invoice.pdf`, 'theirs')).starts).not.toContain('%PDF')
})
