import { expect, test } from 'vitest'
import { loggableError } from './log.ts'

const databaseError = (code: string, message: string): Error =>
  Object.assign(new Error(message), {
    code,
    constraint: 'account_email_key',
    detail: 'Key (email)=(mara@example.com)',
  })

test('a database error that quotes input is logged without its words', () => {
  const logged = JSON.stringify(
    loggableError(databaseError('22P02', 'invalid input syntax for uuid: "mara@example.com"')),
  )
  expect(logged).not.toContain('mara@example.com')
  expect(logged).toContain('22P02')
  expect(logged).toContain('account_email_key')
})

test('other errors keep their message, their place and their cause', () => {
  const logged = loggableError(
    new Error('the mail server is away', { cause: databaseError('08006', 'gone') }),
  )
  expect(logged).toMatchObject({
    message: 'the mail server is away',
    cause: { code: '08006', message: 'gone' },
  })
  expect(logged['stack']).toContain('log.test.ts')
})

test('what is no error says only what it is', () => {
  expect(loggableError('mara@example.com')).toEqual({ type: 'string' })
})
