import { expect, test } from 'vitest'
import { register } from './registration-calls.ts'

test('an empty registration is told all that is missing at once, in the order of the form', () => {
  const empty = { email: '', password: '', firstName: '', lastName: '' }
  const issues = register.payload.safeParse(empty).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([
    'Kindly enter your first name',
    'Kindly enter your last name',
    'Kindly enter a valid email address.',
    'Kindly enter a password',
  ])
})
