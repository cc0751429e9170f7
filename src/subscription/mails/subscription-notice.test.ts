import { expect, test } from 'vitest'
import type { NoticeKind } from '#subscription/notice/rules/jurisdiction.ts'
import { subscriptionNotice } from './subscription-notice.ts'

const firstParagraph = (kind: NoticeKind, creditCents: number, remainingOrders: number | null = null) => {
  const { blocks } = subscriptionNotice(
    {
      kind,
      planName: 'DS-01 Daily Synbiotic',
      intervalMonths: 3,
      currency: 'USD',
      totalCents: 13497,
      creditCents,
      nextOn: '2031-04-06',
      arrives: { from: '2031-04-09', until: '2031-04-11' },
      eventOn: '2031-04-06',
      card: { brand: 'visa', last4: '4242' },
      oldCents: null,
      newCents: null,
      nextIncrease: null,
      code: null,
      texts: [],
      addressProblems: [],
      manageUrl: 'https://shop.example/account/subscriptions/1',
      stopUrl: null,
      version: null,
      remainingOrders,
      isLast: remainingOrders === 1,
    },
    'en',
  )
  const first = blocks.find((block) => block.kind === 'paragraph')?.text ?? ''
  const rows = blocks.flatMap((block) => (block.kind === 'rows' ? block.rows : []))
  return { first, rows: rows.map(({ label, value }) => `${label}: ${value}`) }
}

const start = 'DS-01 Daily Synbiotic renews on April 6, 2031 for $134.97, '

test('the last order is announced as the last, and no renewal is named for a subscription with a fixed end', () => {
  const last = ' This is the last order. Your subscription ends with it, and you won’t be charged again.'
  expect(firstParagraph('renewal', 0, 1).first).toBe(`${start}charged to the card ending 4242.${last}`)
  expect(firstParagraph('reminder', 0, 1).first).toContain(last)
  expect(firstParagraph('renewal', 0, 2).first).not.toContain('last')
  expect(firstParagraph('regular', 0, 2).first).toContain('every 3 months with 2 more orders.')
  expect(firstParagraph('regular', 0).first).toContain('every 3 months until you cancel.')
})

test('a renewal without credit names the card', () => {
  expect(firstParagraph('renewal', 0)).toEqual({
    first: `${start}charged to the card ending 4242.`,
    rows: [
      'What: DS-01 Daily Synbiotic',
      'How often: every 3 months',
      'Next order: April 6, 2031',
      'Arrives: April 9–11',
      'Total: $134.97',
    ],
  })
})

test('a renewal partly paid by credit names the card for the rest only', () => {
  // 134.97 − 20.00
  const { first, rows } = firstParagraph('renewal', 2000)
  expect(first).toBe(
    `${start}$20.00 of it paid with your current credit and $114.97 charged to the card ending 4242. If you use the credit before then, we’ll charge the card.`,
  )
  expect(rows.slice(-2)).toEqual(['Paid with credit: $20.00', 'Card ending 4242 pays: $114.97'])
})

test('a renewal fully covered by credit names no card charge', () => {
  const { first, rows } = firstParagraph('renewal', 13497)
  expect(first).toBe(
    `${start}paid with your current credit. If you use the credit before then, we’ll charge the card ending 4242.`,
  )
  expect(rows.at(-1)).toBe('Card ending 4242 pays: $0.00')
})

test('the notice about the end of a reduced price names the first full-price day and amount', () => {
  expect(firstParagraph('promotion-end', 0).rows).toContain('First order at the full price: April 6, 2031')
})
