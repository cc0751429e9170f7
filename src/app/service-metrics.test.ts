import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Log } from '#platform/log.ts'
import { withSecurityCount } from './service-metrics.ts'

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

test('every line is written as before, and lines about refused attacks are counted by kind', async () => {
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
