import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openContactApp, type TestContactApp } from './contact-app.ts'
import { startSiteverify } from './siteverify-server.ts'

const secretKey = 'the-secret-key-of-the-widget'

let cloudflare: Awaited<ReturnType<typeof startSiteverify>>
let app: TestContactApp
let misconfigured: TestContactApp

beforeAll(async () => {
  cloudflare = await startSiteverify(secretKey)
  const settings = { siteKey: 'site', apiBase: cloudflare.url }
  app = await openContactApp({ ...settings, secretKey })
  misconfigured = await openContactApp({ ...settings, secretKey: 'another' })
})

afterAll(() => Promise.all([app.close(), misconfigured.close(), cloudflare.stop()]))

beforeEach(() => {
  cloudflare.become('honest')
  cloudflare.requests.length = 0
})

test('a form shows the widget of the site key', async () => {
  expect(await app.handlers.viewChallenge(app.context, {})).toEqual({
    kind: 'turnstile',
    site_key: 'site',
    script: `${cloudflare.url}/turnstile/v0/api.js`,
  })
})

test('a good token lets its message through; a repeated request has the same idempotency key for Cloudflare', async () => {
  expect(await app.write('good-1')).toEqual({ success: true })
  expect(await app.write('good-1')).toEqual({ success: true })
  expect(await app.messages()).toHaveLength(1)
  const keys = cloudflare.requests.map(({ idempotencyKey }) => idempotencyKey)
  expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keys[1]).toBe(keys[0])
  expect(cloudflare.requests[0]).toMatchObject({ secret: secretKey, response: 'good-1' })
})

test('tokens of our own count for nothing where Cloudflare is asked', async () => {
  const plain = await openContactApp()
  const token = await plain.formToken()
  await plain.close()
  app.travel({ seconds: 5 })
  await expect(app.write(token)).rejects.toThrow('CAPTCHA_FAILED')
})

test('what Cloudflare refuses is refused in the words of spec §5', async () => {
  const refused = app.handlers.verifyTurnstile(app.context, { token: 'bad' })
  await expect(refused).rejects.toMatchObject({
    code: 'CAPTCHA_FAILED',
    detail: 'Captcha failed to validate. Please refresh the page and try again.',
  })
  await expect(app.write('')).rejects.toThrow('CAPTCHA_FAILED')
})

test('a verified token gives a pass that asks Cloudflare no more', async () => {
  const { pass } = await app.handlers.verifyTurnstile(app.context, { token: 'good-2' })
  expect(await app.write(pass)).toEqual({ success: true })
  expect(cloudflare.requests).toHaveLength(1)
})

test('without a verdict nobody is let through and nobody is called a program', async () => {
  for (const mood of ['broken', 'hangs up'] as const) {
    cloudflare.become(mood)
    await expect(app.write('good-3')).rejects.toMatchObject({ code: 'SHOP_BUSY', status: 503 })
  }
  cloudflare.become('honest')
  expect(await app.write('good-3')).toEqual({ success: true })
  await expect(misconfigured.write('good-4')).rejects.toMatchObject({ code: 'SHOP_BUSY' })
  expect(misconfigured.logged.join()).toContain('invalid-input-secret')
  expect(misconfigured.logged.join()).not.toContain('another')
})
