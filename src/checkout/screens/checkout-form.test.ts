import { expect, test } from 'vitest'
import { keepDraft } from '#cart/calls.ts'
import { draftOf, knownCountry, typedInDraft, typedInForm } from './checkout-form.ts'

const filled = (): FormData => {
  const form = new FormData()
  const fields = {
    email: 'june@loam.example',
    'address.firstName': 'June',
    'address.lastName': 'Ito',
    'address.zip': 'not a zip',
    'address.country': 'US',
    'shipping.method_code': 'expedited',
    card_token: 'tok_1',
    total: '49.99',
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return form
}

test('what was typed, right or wrong, comes back from the cart as it was', () => {
  const typed = typedInForm(filled())
  expect(typed.address).toMatchObject({ firstName: 'June', zip: 'not a zip', city: '' })
  expect(typedInDraft(draftOf(typed, 'a-request-id'))).toEqual(typed)
})

test('the cart takes what is kept, and nothing of a card is in it', () => {
  const draft = draftOf(typedInForm(filled()), 'a-request-id')
  expect(keepDraft.payload.safeParse({ draft }).success).toBe(true)
  expect(JSON.stringify(draft)).not.toContain('tok_1')
})

test('text of any length is cut to what the cart keeps', () => {
  const form = filled()
  form.set('address.city', 'x'.repeat(5000))
  expect(keepDraft.payload.safeParse({ draft: draftOf(typedInForm(form), 'a-request-id') }).success).toBe(
    true,
  )
})

test.each([
  ['CA', 'US', 'CA'],
  ['', 'DE', 'DE'],
  ['zz', 'XX', 'US'],
  ['NZ', 'US', 'NZ'],
])('country typed %j by a visitor from %s is %s', (typed, visitor, country) => {
  expect(knownCountry(typed, visitor)).toBe(country)
})
