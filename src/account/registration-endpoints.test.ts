import { expect, test } from 'vitest'
import { register } from './registration-endpoints.ts'

test('an empty registration gets all error messages at once, in form order', () => {
  const empty = { email: '', password: '', firstName: '', lastName: '' }
  const issues = register.payload.safeParse(empty).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([
    'Kindly enter your first name',
    'Kindly enter your last name',
    'Kindly enter a valid email address.',
    'Please enter a password.',
  ])
})

test('a line break in a name is removed', () => {
  const entered = {
    email: 'mara@example.com',
    password: 'tulips in loam',
    firstName: 'Mara\n',
    lastName: 'I\r\nto',
  }
  expect(register.payload.parse(entered)).toMatchObject({ firstName: 'Mara', lastName: 'I to' })
})
