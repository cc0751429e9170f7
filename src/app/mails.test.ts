import { expect, test } from 'vitest'
import { orderConfirmation } from '#order/mails/order-confirmation.ts'
import type { MailedOrder } from '#order/mails/order-parts.ts'
import { refundGiven } from '#refund/mails/refund-given.ts'
import { renderMail } from '#platform/render-mail.ts'
import { renewalCharged } from '#subscription/mails/renewal-mails.ts'
import { expectInBothForms } from '../../test/support/mail-forms.ts'
import { setPassword } from '#account/mails/account-mails.ts'

const shipTo = {
  firstName: 'Mara', lastName: 'O\u2019Neil <b>', address: '1 Clay Road', unit: '', city: 'Portland', region: 'OR',
  zip: '97201', country: 'US', phone: '', company: '',
} // prettier-ignore

// 134.97 − 13.50 + 12.00 + 9.13 = 142.60
const invoice = { number: 'INV-2026-000042', url: 'https://shop.example/invoice?key=a.b' }

const order: MailedOrder = {
  number: 'L7K2M9QXW4',
  currency: 'USD',
  lines: [
    {
      name: 'DS-01 Daily Synbiotic, 3 months',
      quantity: 1,
      unitPriceCents: 13497,
      preorderNote: 'Est. 2-4 weeks',
    },
  ],
  discounts: [{ code: 'WELCOME10', reason: 'promo-code', cents: 1350 }],
  totals: {
    subtotalCents: 13497,
    discountCents: 1350,
    shippingCents: 1200,
    taxCents: 913,
    totalCents: 14260,
    creditCents: 0,
  },
  shipping: { code: 'expedited', label: 'Expedited shipping' },
  shipTo,
  card: { brand: 'visa', last4: '4242' },
}

const manageUrl = 'https://shop.example/account/subscriptions'
const withdrawUrl = 'https://shop.example/withdraw?number=L1'

test('the confirmation contains every amount, the address and the renewal terms', async () => {
  const subscriptions = [
    { name: 'DS-01 Daily Synbiotic', amountCents: 13497, intervalMonths: 3, nextOn: '2027-02-20' },
  ]
  const terms = ['You pay $142.60 today. It renews every 3 months at $134.97 until you cancel.']
  const mail = await renderMail(
    orderConfirmation(
      {
        order,
        invoice,
        placedOn: '2026-11-20',
        arrives: { from: '2026-12-07', until: '2026-12-09' },
        terms,
        subscriptions,
        manageUrl,
        withdrawUrl,
        gift: null,
      },
      'en',
    ),
  )
  expect(mail.subject).toBe('Your order L7K2M9QXW4')
  expectInBothForms(mail, [
    '$134.97',
    '\u2212$13.50',
    'WELCOME10',
    '$12.00',
    '$9.13',
    '$142.60',
    'Visa card ending in 4242',
  ])
  expectInBothForms(mail, [
    '1 Clay Road',
    'Portland, OR 97201',
    'November 20, 2026',
    'Est. 2-4 weeks',
    'Arrives December 7–9.',
    ...terms,
  ])
  expectInBothForms(mail, ['$134.97 every 3 months', 'February 20, 2027', 'until you cancel'])
  expect(mail.html).toContain(`href="${manageUrl}"`)
  expect(mail.text).toContain(manageUrl)
  expect(mail.html).toContain(`href="${withdrawUrl}"`)
  expect(mail.text).toContain(withdrawUrl)
})

test('text typed by a buyer is escaped in mails', async () => {
  const mail = await renderMail(
    orderConfirmation(
      {
        order,
        invoice,
        placedOn: '2026-11-20',
        arrives: null,
        terms: [],
        subscriptions: [],
        manageUrl,
        withdrawUrl,
        gift: null,
      },
      'en',
    ),
  )
  expect(mail.html).not.toContain('<b>')
  expect(mail.text).toContain('O\u2019Neil <b>')
})

test('the confirmation of an order without subscription or preorder mentions neither', async () => {
  const lines = order.lines.map((line) => ({ ...line, preorderNote: null }))
  const facts = {
    order: { ...order, lines },
    invoice: null,
    placedOn: '2026-11-20',
    arrives: null,
    terms: [],
    subscriptions: [],
    manageUrl,
    withdrawUrl,
    gift: null,
  }
  const { text } = await renderMail(orderConfirmation(facts, 'en'))
  expect(text).not.toMatch(/subscription|renew|preorder/i)
})

test('free shipping is named as free', async () => {
  const totals = { ...order.totals, shippingCents: 0, totalCents: 13060 }
  const free = { ...order, totals, shipping: { code: 'free_shipping', label: 'Free shipping' } }
  const facts = {
    order: free,
    invoice: null,
    placedOn: '2026-11-20',
    arrives: null,
    terms: [],
    subscriptions: [],
    manageUrl,
    withdrawUrl,
    gift: null,
  }
  expectInBothForms(await renderMail(orderConfirmation(facts, 'en')), ['Free shipping', 'Free', '$130.60'])
})

test('the password mail has its link and says how long the link works', async () => {
  const url = 'https://shop.example/set-password?token=abc&x=1'
  const mail = await renderMail(setPassword({ reason: 'new-account', url, validHours: 48 }, 'en'))
  expectInBothForms(mail, ['The link works once, for 2 days.', 'Set a password'])
  expect(mail.text).toContain(url)
  expect(mail.html).toContain(url.replace('&', '&amp;'))
})

test('the renewal mail names amount, card, order number, next date and how to cancel', async () => {
  const mail = await renderMail(
    renewalCharged(
      {
        order,
        invoice,
        chargedOn: '2027-02-20',
        arrives: { from: '2027-02-25', until: '2027-03-01' },
        nextOn: '2027-05-20',
        hasExpired: false,
        manageUrl,
      },
      'en',
    ),
  )
  expectInBothForms(mail, [
    '$142.60',
    '4242',
    order.number,
    'February 20, 2027',
    'May 20, 2027',
    'Arrives February 25 – March 1.',
    'skip',
    'cancel',
  ])
  expect(mail.text).toContain(manageUrl)
})

test('the mail of a last order says that the subscription has ended, and names no next order', async () => {
  const facts = {
    order,
    invoice,
    chargedOn: '2027-02-20',
    arrives: null,
    nextOn: null,
    hasExpired: true,
    manageUrl,
  }
  const mail = await renderMail(renewalCharged(facts, 'en'))
  expectInBothForms(mail, ['$142.60', 'This was the last order', 'has ended', 'won’t be charged again'])
  expect(mail.text).not.toMatch(/skip|renewed|next order/i)
})

test('the HTML has the subject as its only title, and begins with the preview text', async () => {
  const refund = refundGiven(
    {
      orderNumber: 'L1',
      split: { cardCents: 1000, creditCents: 0 },
      totalCents: 4999,
      currency: 'USD',
      card: null,
      rows: [{ name: 'Part of the order', cents: 1000 }],
      reason: null,
      isCanceled: false,
      gift: null,
    },
    'en',
  )
  const mail = await renderMail(refund)
  expect([...mail.html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)).toEqual([
    mail.subject,
  ])
  expect(mail.html).toContain('$10.00 went back to your card.')
  expectInBothForms(mail, ['$10.00 for order L1', 'a part of the $49.99 you paid'])
})
