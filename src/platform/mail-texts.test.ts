import { expect, test } from 'vitest'
import type { MailDocument } from './mail-document.ts'
import { withLocalNames } from './mail-texts.ts'

const mail: MailDocument = {
  locale: 'de',
  subject: 'Versandt',
  preview: 'Kit, 1 month ist unterwegs',
  heading: 'Versandt',
  blocks: [
    { kind: 'rows', rows: [{ label: 'Kit, 1 month × 2 (soon)', value: '10 $' }] },
    { kind: 'lines', lines: ['Kit, 1 month'] },
  ],
}

test('plan names in a mail are translated, longer names first, and people’s texts are unchanged', () => {
  const names = { Kit: 'Set', 'Kit, 1 month': 'Set, 1 Monat', soon: 'bald' }
  expect(withLocalNames(mail, names)).toEqual({
    ...mail,
    preview: 'Set, 1 Monat ist unterwegs',
    blocks: [
      { kind: 'rows', rows: [{ label: 'Set, 1 Monat × 2 (bald)', value: '10 $' }] },
      { kind: 'lines', lines: ['Kit, 1 month'] },
    ],
  })
  expect(withLocalNames(mail, {})).toBe(mail)
})

test('a plan name inside a word is not translated', () => {
  const kitchen: MailDocument = { ...mail, preview: 'Ein Kit, aus der Kitchen', blocks: [] }
  expect(withLocalNames(kitchen, { Kit: 'Set' }).preview).toBe('Ein Set, aus der Kitchen')
  const quoted: MailDocument = { ...mail, preview: '“Tee (grün)” und Tee (grün)er', blocks: [] }
  expect(withLocalNames(quoted, { 'Tee (grün)': 'Tea' }).preview).toBe('“Tea” und Tee (grün)er')
})
