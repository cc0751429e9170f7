import { expect, test } from 'vitest'
import { ProblemPolicy } from './problem-policy.ts'

const amounts = { USD: '60.00', CAD: '80.00', EUR: '55.00', GBP: '48.00' }
const file = { report_within_days: 60, automatic_up_to: amounts, automatic_every_days: 90 }

test('each currency has its own amount, in its smallest unit', () => {
  const { automatic_up_to: sums } = ProblemPolicy.parse({
    ...file,
    automatic_up_to: { ...amounts, JPY: '9000' },
  })
  expect([sums.get('USD'), sums.get('GBP'), sums.get('JPY')]).toEqual([6000, 4800, 9000])
})

test.each([
  [{ automatic_up_to: { USD: '60.00' } }, 'an amount in CAD is missing'],
  [{ automatic_up_to: { ...amounts, JPY: '90.00' } }, 'not an amount in JPY such as 1250'],
  [{ automatic_up_to: { ...amounts, EUR: '-1' } }, 'not an amount in EUR such as 12.50'],
  [{ automatic_up_to: { ...amounts, Dollar: '1.00' } }, 'there is no currency Dollar'],
  [{ automatic_up_to: 6000 }, 'expected record'],
  [{ automatic_up_to_cents: 6000 }, 'automatic_up_to_cents'],
])('a file with %j is refused: %s', (wrong, says) => {
  const read = ProblemPolicy.safeParse({ ...file, ...wrong })
  expect(read.success ? '' : read.error.message).toContain(says)
})
