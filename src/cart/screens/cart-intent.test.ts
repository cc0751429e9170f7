import { expect, test } from 'vitest'
import { intentsOf, unappliedCode } from './cart-intent.ts'

const intentsFrom = (fields: Readonly<Record<string, string>>): string[] => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return intentsOf(form).map(({ verb, about }) => `${verb} ${about}`.trim())
}

const untouched = {
  'shown-quantity-vs-wk': '1',
  'quantity-vs-wk': '1',
  'shown-quantity-syn-wk': '2',
  'quantity-syn-wk': '2',
  'shown-promo_code': '',
  promo_code: '',
}
const enterPressed = (but: Readonly<Record<string, string>>) =>
  intentsFrom({ intent: 'enter', ...untouched, ...but })
const gift = { recipient_name: 'Ilse' }

test('a button names its plan or code, and a button outside the cart has a plan field', () => {
  expect(intentsFrom({ intent: 'remove vs-wk', ...untouched })).toEqual(['remove vs-wk'])
  expect(intentsFrom({ intent: 'remove-code TEN OFF' })).toEqual(['remove-code TEN OFF'])
  expect(intentsFrom({ intent: 'add', plan: 'vs-wk' })).toEqual(['add vs-wk'])
  expect(intentsFrom({ intent: 'follow-link', linked_plan: 'vs-wk', plan: 'syn-wk' })).toEqual([
    'follow-link vs-wk',
  ])
  expect(intentsFrom({})).toEqual([''])
})

test.each([
  [{}, []],
  [gift, ['gift', 'continue']],
  [{ 'quantity-syn-wk': '3' }, ['set syn-wk']],
  [{ ...gift, 'quantity-vs-wk': '4', 'quantity-syn-wk': '' }, ['set vs-wk', 'set syn-wk']],
  [{ ...gift, 'quantity-vs-wk': '4', promo_code: 'TEN' }, ['set vs-wk', 'apply-code']],
  // A code that is in the field since it was refused is tried again only if there is nothing else to do.
  [{ ...gift, promo_code: 'TEN', 'shown-promo_code': 'TEN' }, ['gift', 'continue']],
  [{ promo_code: 'TEN', 'shown-promo_code': 'TEN' }, ['apply-code']],
])('pressing Enter without scripts with %j sends the actions %j', (but, intents) => {
  expect(enterPressed(but)).toEqual(intents)
})

test.each([
  ['increment vs-wk', { 'quantity-syn-wk': '3' }, ['set syn-wk', 'increment vs-wk']],
  ['decrement vs-wk', { 'quantity-vs-wk': '3' }, ['set vs-wk', 'decrement vs-wk']],
  ['remove vs-wk', { 'quantity-vs-wk': '3', 'quantity-syn-wk': '1' }, ['set syn-wk', 'remove vs-wk']],
  ['clear', { 'quantity-vs-wk': '3' }, ['clear']],
  ['apply-code', { 'quantity-vs-wk': '3', promo_code: 'TEN' }, ['set vs-wk', 'apply-code']],
  ['continue', { ...gift, promo_code: 'TEN' }, ['apply-code', 'gift', 'continue']],
  ['continue', { 'quantity-vs-wk': '3', promo_code: 'TEN' }, ['set vs-wk', 'apply-code', 'continue']],
  ['continue', {}, ['continue']],
  // A code whose refusal was shown once does not block anything.
  ['continue', { ...gift, promo_code: 'TEN', 'shown-promo_code': 'TEN' }, ['gift', 'continue']],
  ['increment vs-wk', { promo_code: 'TEN' }, ['increment vs-wk']],
])('the button "%s" also applies the typed %j: %j', (intent, but, intents) => {
  expect(intentsFrom({ ...untouched, ...but, intent })).toEqual(intents)
})

test.each([
  ['increment vs-wk', 'TEN'],
  ['remove-code FIVE', 'TEN'],
  ['remove-code ten', ''],
  ['apply-code', ''],
])('after "%s" the code field contains "%s"', (intent, entered) => {
  const form = new FormData()
  form.append('intent', intent)
  form.append('promo_code', ' TEN ')
  expect(unappliedCode(form, intentsOf(form))).toBe(entered)
})

test.each([
  ['quantity-vs-wk', 'set vs-wk', 'set syn-wk'],
  ['promo_code', 'apply-code'],
  ['starts_on', 'gift', 'continue'],
])('pressing Enter in %s with scripts applies only fields of that kind', (field, ...intents) => {
  expect(enterPressed({ ...gift, 'quantity-syn-wk': '3', promo_code: 'TEN', entered: field })).toEqual(
    intents,
  )
})
