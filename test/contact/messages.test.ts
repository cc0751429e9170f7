import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mailContact, mailHcp, mailUniversity } from '#contact/endpoints.ts'
import { createContactHandlers } from '#contact/server/messages.ts'
import { createHumanCheck } from '#platform/human-check.ts'
import type { TurnstileSettings } from '#platform/human-check.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { visitorContext } from '../support/request-context.ts'
import { openTestDeps } from '../support/test-deps.ts'
import { startSiteverify } from './siteverify-server.ts'

/** The contact module on a real database, with a clock that the test moves and a record of all events. */
const openContact = async (turnstile: TurnstileSettings | null = null) => {
  const opened = await openTestDeps()
  const { deps, travelTo } = opened
  const handlers = createContactHandlers(deps, createHumanCheck(deps, turnstile))
  const context = visitorContext()
  const travel = (duration: Temporal.DurationLike): void =>
    travelTo(deps.clock.now().add(duration).toString())
  return {
    ...opened,
    handlers,
    context,
    travel,
    /** The token of a form that was handed out now; empty where Cloudflare's widget brings it. */
    formToken: async (): Promise<string> => {
      const challenge = await handlers.viewChallenge(context, {})
      return challenge.kind === 'timed' ? challenge.token : ''
    },
    /** Sends a contact form with this check. */
    write: (captcha: string, but: Partial<PayloadInput<typeof mailContact>> = {}) =>
      handlers.mailContact(
        context,
        z.parse(mailContact.payload, {
          full_name: 'Mara Ito',
          email: 'Mara@Example.com',
          message: 'Is it vegan?',
          captcha,
          ...but,
        }),
      ),
    messages: async () =>
      (await deps.database.selectFrom('contact_message').selectAll().orderBy('created_at').execute()).map(
        ({ topic, email, fields, network }) => ({ topic, email, fields, network }),
      ),
  }
}

type TestContact = Awaited<ReturnType<typeof openContact>>

let app: TestContact

beforeAll(async () => {
  app = await openContact()
})

afterAll(() => app.close())

beforeEach(async () => {
  await app.deps.database.deleteFrom('contact_message').execute()
  app.events.length = 0
})

/** A form that was open for a while. */
const openForm = async (): Promise<string> => {
  const token = await app.formToken()
  app.travel({ seconds: 5 })
  return token
}

test('a message is stored and published once, however often its form is sent', async () => {
  const token = await openForm()
  const sent = await Promise.all([app.write(token), app.write(token), app.write(token)])
  expect(sent).toEqual([{ success: true }, { success: true }, { success: true }])
  expect(await app.messages()).toEqual([
    {
      topic: 'question',
      email: 'mara@example.com',
      fields: { name: 'Mara Ito', message: 'Is it vegan?' },
      network: '203.0.113.7',
    },
  ])
  expect(app.events.map(({ kind }) => kind)).toEqual(['contact-message-received'])
})

test('a used check does not admit another message', async () => {
  const token = await openForm()
  await app.write(token)
  await expect(app.write(token, { message: 'Buy my pills' })).rejects.toMatchObject({
    code: 'CAPTCHA_FAILED',
  })
  await expect(app.write(token, { email: 'tom@example.com' })).rejects.toThrow('CAPTCHA_FAILED')
  expect(await app.messages()).toHaveLength(1)
})

test('a form sent too early, after more than a day, or with a missing or forged token is refused', async () => {
  const quick = await app.formToken()
  await expect(app.write(quick)).rejects.toMatchObject({
    code: 'CAPTCHA_FAILED',
    detail: 'Captcha failed to validate. Please refresh the page and try again.',
  })
  const [body = '', signature = ''] = quick.split('.')
  const earlier = Buffer.from(`2026-11-20T09:00:00Z ${'x'.repeat(43)}`).toString('base64url')
  app.travel({ seconds: 5 })
  for (const captcha of ['', 'x', `${body}.`, `${earlier}.${signature}`]) {
    await expect(app.write(captcha)).rejects.toThrow('CAPTCHA_FAILED')
  }
  await app.write(quick)
  const second = await app.formToken()
  app.travel({ seconds: 1 })
  app.travel({ hours: 24 })
  await expect(app.write(second)).rejects.toThrow('CAPTCHA_FAILED')
  expect(await app.messages()).toHaveLength(1)
})

test('a program that fills the hidden field is refused, and its check stays unused', async () => {
  const token = await openForm()
  await expect(app.write(token, { website: 'https://pills.example' })).rejects.toThrow('CAPTCHA_FAILED')
  expect(await app.write(token)).toEqual({ success: true })
})

test('a passed check replaces its token for ten minutes, and each pair admits one message', async () => {
  const token = await openForm()
  const { pass } = await app.handlers.verifyTurnstile(app.context, { token })
  await app.write(pass)
  await expect(app.write(token, { message: 'Another' })).rejects.toThrow('CAPTCHA_FAILED')
  const late = await app.handlers.verifyTurnstile(app.context, { token: await openForm() })
  app.travel({ minutes: 11 })
  await expect(app.write(late.pass)).rejects.toThrow('CAPTCHA_FAILED')
})

test('verification refuses an invalid token', async () => {
  const verification = app.handlers.verifyTurnstile(app.context, { token: 'x' })
  await expect(verification).rejects.toMatchObject({ code: 'CAPTCHA_FAILED', status: 422 })
  expect(errorCatalogue.CAPTCHA_FAILED.status).toBe(422)
})

test('practitioner and partner forms are stored with their answers', async () => {
  await app.handlers.mailHcp(
    app.context,
    z.parse(mailHcp.payload, {
      first_name: 'Ada',
      last_name: 'Moss',
      email: 'ada@example.com',
      certified: 'yes',
      credential: 'RD',
      country: 'CA',
      captcha: await openForm(),
    }),
  )
  await app.handlers.mailUniversity(
    app.context,
    z.parse(mailUniversity.payload, {
      full_name: 'Tom Reed',
      email: 'tom@example.com',
      country: 'US',
      message: 'I teach.',
      captcha: await openForm(),
    }),
  )
  expect(await app.messages()).toMatchObject([
    {
      topic: 'practitioner',
      fields: { name: 'Ada Moss', certified: 'yes', credential: 'RD', country: 'CA' },
    },
    { topic: 'university', fields: { name: 'Tom Reed', message: 'I teach.', country: 'US' } },
  ])
})

const messagesOf = (schema: z.ZodType, payload: unknown): Record<string, string> =>
  Object.fromEntries(
    (z.safeParse(schema, payload).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

test('empty fields and missing fields get the exact messages of spec §5', () => {
  const contact = {
    full_name: 'Kindly enter your full name',
    email: 'Kindly enter a valid email address.',
    message: 'Kindly enter a valid message.',
  }
  expect(messagesOf(mailContact.payload, { full_name: ' ', email: 'mara', message: '' })).toEqual(contact)
  expect(messagesOf(mailContact.payload, { email: '' })).toEqual(contact)
  expect(messagesOf(mailHcp.payload, { email: '', certified: '' })).toEqual({
    first_name: 'Kindly enter your first name',
    last_name: 'Kindly enter your last name',
    email: 'Kindly enter a valid email address.',
    certified: 'Kindly answer the question about health certification.',
    country: 'Kindly enter your country',
  })
})

test('a name of several lines is refused, because it becomes the subject of a mail', () => {
  const name = { full_name: 'Mara\r\nBcc: all@example.com' }
  expect(messagesOf(mailContact.payload, { ...name, email: 'a@example.com', message: 'x' })).toEqual({
    full_name: 'Kindly enter your full name',
  })
})

describe('with Cloudflare’s Turnstile', () => {
  const secretKey = 'the-secret-key-of-the-widget'

  let cloudflare: Awaited<ReturnType<typeof startSiteverify>>
  let app: TestContact
  let misconfigured: TestContact

  beforeAll(async () => {
    cloudflare = await startSiteverify(secretKey)
    const settings = { siteKey: 'site', apiBase: cloudflare.url }
    app = await openContact({ ...settings, secretKey })
    misconfigured = await openContact({ ...settings, secretKey: 'another' })
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

  test('a valid token admits its message, and a repeated request has the same idempotency key for Cloudflare', async () => {
    expect(await app.write('good-1')).toEqual({ success: true })
    expect(await app.write('good-1')).toEqual({ success: true })
    expect(await app.messages()).toHaveLength(1)
    const keys = cloudflare.requests.map(({ idempotencyKey }) => idempotencyKey)
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(keys[1]).toBe(keys[0])
    expect(cloudflare.requests[0]).toMatchObject({ secret: secretKey, response: 'good-1' })
  })

  test('the shop’s own tokens are not accepted when Cloudflare is configured', async () => {
    const plain = await openContact()
    const token = await plain.formToken()
    await plain.close()
    app.travel({ seconds: 5 })
    await expect(app.write(token)).rejects.toThrow('CAPTCHA_FAILED')
  })

  test('a refusal by Cloudflare is answered with the message of spec §5', async () => {
    const refused = app.handlers.verifyTurnstile(app.context, { token: 'bad' })
    await expect(refused).rejects.toMatchObject({
      code: 'CAPTCHA_FAILED',
      detail: 'Captcha failed to validate. Please refresh the page and try again.',
    })
    await expect(app.write('')).rejects.toThrow('CAPTCHA_FAILED')
  })

  test('a verified token gives a pass that does not ask Cloudflare again', async () => {
    const { pass } = await app.handlers.verifyTurnstile(app.context, { token: 'good-2' })
    expect(await app.write(pass)).toEqual({ success: true })
    expect(cloudflare.requests).toHaveLength(1)
  })

  test('without an answer from Cloudflare no message is admitted and nobody is called a program', async () => {
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
})
