import { expect, test } from 'vitest'
import { saveDraft } from '#cart/endpoints.ts'
import { draftOf, fullName, knownCountry, valuesInDraft, valuesInForm } from './checkout-form.ts'

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

test('typed values, valid or not, are restored from the cart unchanged', () => {
  const entered = valuesInForm(filled())
  expect(entered.address).toMatchObject({ firstName: 'June', zip: 'not a zip', city: '' })
  expect(valuesInDraft(draftOf(entered, 'a-request-id'))).toEqual(entered)
})

test('the cart accepts what the form stores, and no card data is in it', () => {
  const draft = draftOf(valuesInForm(filled()), 'a-request-id')
  expect(saveDraft.payload.safeParse({ draft }).success).toBe(true)
  expect(JSON.stringify(draft)).not.toContain('tok_1')
})

test('typed text is cut to the length that the cart stores', () => {
  const form = filled()
  form.set('address.city', 'x'.repeat(5000))
  expect(saveDraft.payload.safeParse({ draft: draftOf(valuesInForm(form), 'a-request-id') }).success).toBe(
    true,
  )
})

test.each([
  ['CA', 'US', 'CA'],
  ['', 'DE', 'DE'],
  ['zz', 'XX', 'US'],
  ['NZ', 'US', 'NZ'],
])('country typed %j by a visitor from %s is %s', (entered, visitor, country) => {
  expect(knownCountry(entered, visitor)).toBe(country)
})

const named = (name: string, before: { firstName: string; lastName: string }) => {
  const form = filled()
  form.set('full_name', name)
  form.set('address.firstName', before.firstName)
  form.set('address.lastName', before.lastName)
  const { firstName, lastName } = valuesInForm(form).address
  return [firstName, lastName]
}

test('a full name is split at its last space, and joined again unchanged', () => {
  const nobody = { firstName: '', lastName: '' }
  expect(named(' Mara  Ito ', nobody)).toEqual(['Mara', 'Ito'])
  expect(named('Ana María López', nobody)).toEqual(['Ana María', 'López'])
  expect(named('Cher', nobody)).toEqual(['Cher', ''])
  expect(named('', { firstName: 'Mara', lastName: 'Ito' })).toEqual(['', ''])
  expect(fullName({ firstName: 'Cher', lastName: '' })).toBe('Cher')
})

test('first and last name stored separately stay separate while the full name is unchanged', () => {
  const ana = { firstName: 'Ana', lastName: 'de la Cruz' }
  expect(named('Ana de la Cruz', ana)).toEqual(['Ana', 'de la Cruz'])
  expect(named('Eva de la Cruz', ana)).toEqual(['Eva de la', 'Cruz'])
})

test('changing the country clears the region of the former country', () => {
  const form = filled()
  form.set('address.region', 'OR')
  form.set('regions_of', 'US')
  expect(valuesInForm(form).address.region).toBe('OR')
  form.set('address.country', 'DE')
  expect(valuesInForm(form).address.region).toBe('')
})

test('unchecked credit stays unchecked, and credit pays when there was no checkbox', () => {
  const form = filled()
  expect(valuesInForm(form).usesCredit).toBe(true)
  form.set('credit_offer', 'yes')
  expect(valuesInForm(form).usesCredit).toBe(false)
  expect(valuesInDraft(draftOf(valuesInForm(form), 'a-request-id')).usesCredit).toBe(false)
  form.set('use_credit', 'yes')
  expect(valuesInForm(form).usesCredit).toBe(true)
})
