import { expect, test } from 'vitest'
import { createTokenSigner } from './token-signer.ts'

const secret = 'a secret of this test, longer than thirty-two characters'
const signer = createTokenSigner(secret, 'letters')

test('a signed text is verified', () => {
  expect(signer.verify(signer.sign('für 10 €.'))).toBe('für 10 €.')
})

test('a changed text, a changed signature and a longer one are not verified', () => {
  const [body = '', signature = ''] = signer.sign('mara').split('.')
  const [other = ''] = signer.sign('tom').split('.')
  for (const forged of [
    `${other}.${signature}`,
    `${body}.${signature.slice(1)}`,
    `${body}.`,
    body,
    '',
    '.',
  ]) {
    expect(signer.verify(forged)).toBe(null)
  }
  expect(signer.verify(`${body}.${signature}.x`)).toBe(null)
})

test('a signature has one spelling, and its unused bits cannot be set', () => {
  const signed = signer.sign('mara')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const spellings = Array.from(alphabet).map((last) => `${signed.slice(0, -1)}${last}`)
  expect(spellings.filter((spelling) => signer.verify(spelling) !== null)).toEqual([signed])
})

test('another purpose and another secret give another signature', () => {
  expect(createTokenSigner(secret, 'forms').verify(signer.sign('mara'))).toBe(null)
  expect(createTokenSigner(`${secret}!`, 'letters').verify(signer.sign('mara'))).toBe(null)
})
