import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerApplePayFile } from '../../src/web/site-files/apple-pay-file.ts'

const url = '/.well-known/apple-developer-merchantid-domain-association'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apple-pay-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('the domain verification file of Apple is served as text, byte for byte', async () => {
  const file = join(folder, 'association')
  await writeFile(file, '7B227073704964223A2239373943394538')
  const app = fastify()
  await registerApplePayFile(app, file)
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    200,
    'text/plain; charset=utf-8',
    '7B227073704964223A2239373943394538',
  ])
  await app.close()
})

test('without the setting no verification file is served, and a missing file prevents the start', async () => {
  const app = fastify()
  await registerApplePayFile(app, null)
  expect((await app.inject(url)).statusCode).toBe(404)
  const missing = join(folder, 'missing')
  await expect(registerApplePayFile(app, missing)).rejects.toThrow(
    `APPLE_PAY_DOMAIN_FILE names ${missing}, which cannot be read.`,
  )
  await app.close()
})
