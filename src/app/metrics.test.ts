import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Log } from '#platform/log.ts'
import { createMetrics, mayReadMetrics, withSecurityCount } from './metrics.ts'

const token = 'a token of sixteen or more'

test('a shop on this machine shows its metrics without a token, and a publicly reachable shop does not', () => {
  expect(mayReadMetrics(undefined, null, 'http://localhost:3000', true)).toBe(true)
  expect(mayReadMetrics(undefined, null, 'http://localhost:3000', false)).toBe(false)
  expect(mayReadMetrics(undefined, null, 'https://shop.example', true)).toBe(false)
})

test('with a metrics token only requests with the token are answered, also on this machine', () => {
  expect(mayReadMetrics(`Bearer ${token}`, token, 'https://shop.example', false)).toBe(true)
  for (const given of [undefined, '', token, `Bearer ${token}x`, 'Bearer a token of sixteen or mora'])
    expect(mayReadMetrics(given, token, 'http://localhost:3000', true)).toBe(false)
})

/** As a library makes one: its methods need their object. */
class Recorder implements Log {
  readonly lines: string[] = []
  debug(_fields: object, message: string): void {
    this.lines.push(`debug ${message}`)
  }
  info(_fields: object, message: string): void {
    this.lines.push(`info ${message}`)
  }
  warn(_fields: object, message: string): void {
    this.lines.push(`warn ${message}`)
  }
  error(_fields: object, message: string): void {
    this.lines.push(`error ${message}`)
  }
}

test('log lines are written unchanged, and lines about refused attacks are counted by kind', async () => {
  const recorder = new Recorder()
  const registry = new Registry()
  const log = withSecurityCount(recorder, registry)
  log.debug({}, 'a')
  log.info({}, 'b')
  log.warn({ security: 'webhook' }, 'c')
  log.warn({ security: 'wrong code' }, 'd')
  log.warn({}, 'e')
  log.error({}, 'f')
  expect(recorder.lines).toEqual(['debug a', 'info b', 'warn c', 'warn d', 'warn e', 'error f'])
  const shown = await registry.metrics()
  expect(shown).toContain('loam_security_refusals_total{kind="webhook"} 1\n')
  expect(shown).toContain('loam_security_refusals_total{kind="wrong code"} 1\n')
  expect(shown).toContain('loam_security_refusals_total{kind="forged token"} 0\n')
})

test('a thread whose metrics nobody reads is not measured', async () => {
  const delay = 'loam_nodejs_eventloop_lag_seconds '
  expect(await createMetrics().registry.metrics()).toContain(delay)
  expect(await createMetrics(false).registry.metrics()).not.toContain(delay)
})
