import { expect, test } from 'vitest'
import { memberIn, parseFormDraft } from './restored-draft.ts'

const token = (claims: object): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.')

test('an identity token identifies an account, and other text does not', () => {
  expect(memberIn(token({ uuid: '0199-ü?>', email: 'june@loam.example' }))).not.toBeNull()
  expect(memberIn(token({ uuid: 'a1' }))).toBe('a1')
  expect(memberIn(token({ email: 'june@loam.example' }))).toBeNull()
  for (const text of [undefined, '', 'a.b.c', 'a.%%.c', 'e30.bnVsbA.x']) expect(memberIn(text)).toBeNull()
})

test('only a completely stored draft is restored', () => {
  const draft = { page: '/account', who: 'a1', fields: [['city', 'Portland']] }
  expect(parseFormDraft(JSON.stringify(draft))).toEqual(draft)
  expect(
    parseFormDraft(JSON.stringify({ ...draft, fields: [['city', 1], 'x', ['zip', '97']] }))?.fields,
  ).toEqual([['zip', '97']])
  for (const text of [null, '', '{', '[]', '{"page":1}', JSON.stringify({ ...draft, who: null })])
    expect(parseFormDraft(text)).toBeNull()
})
