import { expect, test } from 'vitest'
import { brand } from './brand.ts'
import { errorCatalogue, ShopError, isShopError } from './errors.ts'
import { languages } from './locale.ts'
import { localRefusal, refusalText } from './messages/refusal-text.ts'

const others = languages.filter((language) => language !== 'en')

test.each(Object.entries(errorCatalogue))(
  'the reason %s has a sentence in every language',
  (_code, { detail }) => {
    expect(refusalText(detail, 'en')).toBe(detail)
    for (const language of others) expect(refusalText(detail, language)).not.toBe(detail)
  },
)

test('the values of a sentence are also in its translation', () => {
  expect(refusalText('Password must be at least 10 characters long.', 'de')).toBe(
    'Das Passwort muss mindestens 10 Zeichen lang sein.',
  )
  expect(refusalText(errorCatalogue.QUANTITY_NOT_ALLOWED.detail, 'de')).toContain(brand.supportEmail)
})

test('a refusal keeps its code, data and field names', () => {
  const thrown = new ShopError('VALIDATION_ERROR', {
    fields: { zip: 'Kindly enter your zip code', other: 'Words of an operator' },
    data: { reason: 'one' },
  })
  const local = localRefusal(thrown, 'de')
  expect(isShopError(local) && [local.code, local.detail, local.fields, local.data]).toEqual([
    'VALIDATION_ERROR',
    'Bitte prüfe die Felder unten.',
    { zip: 'Bitte gib deine Postleitzahl ein', other: 'Words of an operator' },
    { reason: 'one' },
  ])
  expect(localRefusal(thrown, 'en')).toBe(thrown)
})
