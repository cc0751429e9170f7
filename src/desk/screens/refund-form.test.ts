import { expect, test } from 'vitest'
import { kindOf, readRefundForm } from './refund-form.ts'

const form = (fields: Readonly<Record<string, string>>): FormData => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

test('the form reads units of lines and the shipping fee', () => {
  const entered = readRefundForm(
    form({ kind: 'lines', 'units-0': '0', 'units-1': '2', 'units-x': '9', shipping: 'on', sum: '5' }),
  )
  expect(entered.wanted).toEqual({
    everything: false,
    units: [{ position: 1, quantity: 2 }],
    with_shipping: true,
    as_credit: false,
  })
  expect(entered.amount).toBeNull()
})

test.each([
  ['12', '12.00'],
  ['12.5', '12.50'],
  ['$12.50', '12.50'],
  ['12,50', '12,50'],
])('the goodwill amount %s is read as %s', (entered, sum) => {
  const { wanted } = readRefundForm(form({ kind: 'sum', sum: entered, 'units-0': '1' }))
  expect(wanted).toMatchObject({ sum, units: [] })
  expect(kindOf({ wanted })).toBe('sum')
})

test('the form reads a refund of everything that is left as credit', () => {
  const { wanted } = readRefundForm(form({ kind: 'all', as_credit: 'on', 'units-0': '1' }))
  expect(wanted).toMatchObject({ everything: true, units: [], as_credit: true })
})
