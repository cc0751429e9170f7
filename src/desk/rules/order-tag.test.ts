import { expect, test } from 'vitest'
import { OrderTag } from './order-tag.ts'

test.each([
  [' VIP ', 'vip'],
  ['Gift-Box 2', 'gift-box 2'],
  ['größer', 'größer'],
])('%j is the tag %j', (typed, tag) => {
  expect(OrderTag.parse(typed)).toBe(tag)
})

test.each(['', '  ', '<b>', '=1+1', '-late', 'a,b', 'x'.repeat(25), 'a\u0000b'])('%j is none', (typed) => {
  expect(OrderTag.safeParse(typed).success).toBe(false)
})
