import { expect, test } from 'vitest'
import { isOutage } from '#subscription/renewal/server/park-failed.ts'
import { isBusy, isDatabaseAway } from '#platform/outage.ts'

const fault = (code: string, severity = 'ERROR'): Error => Object.assign(new Error('x'), { code, severity })

test.each([
  ['a server that does not listen', 'ECONNREFUSED'],
  ['a name that nobody knows at the moment', 'EAI_AGAIN'],
  ['a name that is gone', 'ENOTFOUND'],
  ['a network without a way', 'EHOSTUNREACH'],
  ['a process without file descriptors', 'EMFILE'],
  ['a server whose places are taken', '53300'],
])('%s (%s) means that nothing was executed', (_what, code) => {
  expect([isBusy(fault(code)), isDatabaseAway(fault(code)), isOutage(fault(code))]).toEqual([
    true,
    true,
    true,
  ])
})

test.each([
  ['a full disk', '53100', 'ERROR'],
  ['no memory', '53200', 'ERROR'],
  ['a disk that cannot be read', '58030', 'ERROR'],
  ['a server that is not the leader any more', '25006', 'ERROR'],
  ['a lock that was not given', '55P03', 'ERROR'],
  ['a statement that took too long', '57014', 'ERROR'],
  ['a connection of the network that timed out', 'ETIMEDOUT', 'ERROR'],
  ['a password that was changed', '28P01', 'FATAL'],
  ['a session that waited too long', '25P03', 'FATAL'],
  ['a pooler without its server', '08P01', 'FATAL'],
])('%s (%s) is an outage, and not an error of a request or a subscription', (_what, code, severity) => {
  const thrown = fault(code, severity)
  expect([isBusy(thrown), isDatabaseAway(thrown), isOutage(thrown)]).toEqual([false, true, true])
})

test.each(['23505', '22P02', '42P01', 'P0001', '40001', '08P01'])('%s is an error and no outage', (code) => {
  expect(isDatabaseAway(fault(code))).toBe(false)
})
