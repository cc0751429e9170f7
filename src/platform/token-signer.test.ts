import { expect, test } from 'vitest'
import { createTokenSigner } from './token-signer.ts'

const secret = 'a secret of this test, longer than thirty-two characters'
const seal = createTokenSigner(secret, 'letters')

test('what was sealed opens again', () => {
  expect(seal.verify(seal.sign('für 10 €.'))).toBe('für 10 €.')
})

test('a changed text, a changed signature and a longer one open nothing', () => {
  const [body = '', signature = ''] = seal.sign('mara').split('.')
  const [other = ''] = seal.sign('tom').split('.')
  for (const forged of [
    `${other}.${signature}`,
    `${body}.${signature.slice(1)}`,
    `${body}.`,
    body,
    '',
    '.',
  ]) {
    expect(seal.verify(forged)).toBe(null)
  }
  expect(seal.verify(`${body}.${signature}.x`)).toBe(null)
})

test('a signature has one spelling: its unused bits cannot be set', () => {
  const sealed = seal.sign('mara')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spellings = Array.from(alphabet).map((last) => `${sealed.slice(0, -1)}${last}`)
  expect(spellings.filter((spelling) => seal.verify(spelling) !== null)).toEqual([sealed])
})

test('another purpose and another secret are another seal', () => {
  expect(createTokenSigner(secret, 'forms').verify(seal.sign('mara'))).toBe(null)
  expect(createTokenSigner(`${secret}!`, 'letters').verify(seal.sign('mara'))).toBe(null)
})
