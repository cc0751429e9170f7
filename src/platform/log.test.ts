import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loggableError } from './log.ts'

const databaseError = (code: string, message: string): Error =>
  Object.assign(new Error(message), {
    code,
    constraint: 'account_email_key',
    detail: 'Key (email)=(mara@example.com)',
  })

test('a database error that quotes input is logged without the quoted text', () => {
  const logged = JSON.stringify(
    loggableError(databaseError('22P02', 'invalid input syntax for uuid: "mara@example.com"')),
  )
  expect(logged).not.toContain('mara@example.com')
  expect(logged).toContain('22P02')
  expect(logged).toContain('account_email_key')
})

test('other errors keep message, location and cause', () => {
  const logged = loggableError(
    new Error('the mail server is away', { cause: databaseError('08006', 'gone') }),
  )
  expect(logged).toMatchObject({
    message: 'the mail server is away',
    cause: { code: '08006', message: 'gone' },
  })
  expect(logged['stack']).toContain('log.test.ts')
})

test('a thrown value that is no error is logged by its type only', () => {
  expect(loggableError('mara@example.com')).toEqual({ type: 'string' })
})

test.each([
  () => JSON.parse('mara lives in Bergen'),
  () => BigInt('mara lives in Bergen'),
  () => new RegExp(['mara ', '(Bergen'].join('')),
])('a runtime error that quotes its input is logged without the quoted text', (read) => {
  let thrown: unknown = null
  try {
    read()
  } catch (found) {
    thrown = found
  }
  expect(thrown instanceof Error ? thrown.message.toLowerCase() : '').toContain('mara')
  const logged = loggableError(thrown)
  expect(JSON.stringify(logged)).not.toMatch(/mara|Bergen/)
  expect(logged['stack']).toContain('log.test.ts')
})

const program = `
  import { createLog } from '${new URL('log.ts', import.meta.url).href}'
  import { createRequestLog } from '${new URL('request-log.ts', import.meta.url).href}'
  createLog('info').error({}, 'first')
  const requests = createRequestLog('info')
  requests.add({ method: 'GET', route: '/', status: 200, ms: 1, requestId: 'x', actor: 'visitor' })
  requests.flush()
  createLog('info').error({}, 'last')
  setImmediate(() => process.stderr.write('alive'))`

test.skipIf(!existsSync('/dev/full'))('a log on a full disk loses lines, and no process fails', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect({ status, stderr }).toEqual({ status: 0, stderr: 'alive' })
})

test('a copy of an error, as the job queue reports them, is logged like the error', () => {
  const thrown = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  const copy = { code: thrown.code, message: thrown.message, stack: thrown.stack, queue: 'shop' }
  expect(loggableError(copy)).toEqual(loggableError(thrown))
  const quoting = { message: `Unexpected token 'm', "mara" is not valid JSON`, stack: thrown.stack }
  expect(JSON.stringify(loggableError(quoting))).not.toContain('mara')
  expect(JSON.stringify(loggableError({ ...quoting, code: 'x' }))).not.toContain('mara')
})

test('an odd object in place of an error is logged, and nothing of it that could be a person’s', () => {
  const odd = { name: 'mara@example.com', code: 'x', stack: 'at', message: undefined }
  expect(loggableError(odd)).toMatchObject({ type: 'Error', code: 'x', message: '' })
  const round: Record<string, unknown> = { code: 'x', stack: 'at' }
  round['cause'] = round
  expect(loggableError(round)).toMatchObject({ type: 'Error', cause: undefined })
})

test('an error whose fields are not what they should be is logged, and no deeper than ten causes', () => {
  const odd = Object.assign(new Error('x'), {
    name: { of: 'mara@example.com' },
    message: undefined,
    stack: 1,
  })
  expect(loggableError(odd)).toEqual({ type: 'Error', message: '', stack: '' })
  const round = new Error('round')
  round.cause = round
  expect(JSON.stringify(loggableError(round)).match(/"round"/g)).toHaveLength(10)
})
