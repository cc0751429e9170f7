import { expect, test } from 'vitest'
import { createSeal } from './seal.ts'

const secret = 'a secret of this test, longer than thirty-two characters'
const seal = createSeal(secret, 'letters')

test('what was sealed opens again', () => {
  expect(seal.open(seal.close('für 10 €.'))).toBe('für 10 €.')
})

test('a changed text, a changed signature and a longer one open nothing', () => {
  const [body = '', signature = ''] = seal.close('mara').split('.')
  const [other = ''] = seal.close('tom').split('.')
  for (const forged of [
    `${other}.${signature}`,
    `${body}.${signature.slice(1)}`,
    `${body}.`,
    body,
    '',
    '.',
  ]) {
    expect(seal.open(forged)).toBe(null)
  }
  expect(seal.open(`${body}.${signature}.x`)).toBe(null)
})

test('a signature has one spelling: its unused bits cannot be set', () => {
  const sealed = seal.close('mara')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spellings = Array.from(alphabet).map((last) => `${sealed.slice(0, -1)}${last}`)
  expect(spellings.filter((spelling) => seal.open(spelling) !== null)).toEqual([sealed])
})

test('another purpose and another secret are another seal', () => {
  expect(createSeal(secret, 'forms').open(seal.close('mara'))).toBe(null)
  expect(createSeal(`${secret}!`, 'letters').open(seal.close('mara'))).toBe(null)
})
