import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { mailContact, mailHcp, mailUniversity } from '#contact/endpoints.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { openContactApp, type TestContactApp } from './contact-app.ts'

let app: TestContactApp

beforeAll(async () => {
  app = await openContactApp()
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

test('a message is kept and announced once, however often its form is sent', async () => {
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

test('a used check lets no other message through', async () => {
  const token = await openForm()
  await app.write(token)
  await expect(app.write(token, { message: 'Buy my pills' })).rejects.toMatchObject({
    code: 'CAPTCHA_FAILED',
  })
  await expect(app.write(token, { email: 'tom@example.com' })).rejects.toThrow('CAPTCHA_FAILED')
  expect(await app.messages()).toHaveLength(1)
})

test('a form sent at once, after more than a day, without its token or with a forged one is refused', async () => {
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

test('a pass replaces its token for ten minutes, and both together let one message through', async () => {
  const token = await openForm()
  const { pass } = await app.handlers.verifyTurnstile(app.context, { token })
  await app.write(pass)
  await expect(app.write(token, { message: 'Another' })).rejects.toThrow('CAPTCHA_FAILED')
  const late = await app.handlers.verifyTurnstile(app.context, { token: await openForm() })
  app.travel({ minutes: 11 })
  await expect(app.write(late.pass)).rejects.toThrow('CAPTCHA_FAILED')
})

test('verification refuses what is no token', async () => {
  const verification = app.handlers.verifyTurnstile(app.context, { token: 'x' })
  await expect(verification).rejects.toMatchObject({ code: 'CAPTCHA_FAILED', status: 422 })
  expect(errorCatalogue.CAPTCHA_FAILED.status).toBe(422)
})

test('practitioners and partners are kept with what they were asked', async () => {
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

test('spec §5, word for word, for fields that are empty and for fields that are missing', () => {
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

test('a name of several lines is no name: it becomes the subject of a mail', () => {
  const name = { full_name: 'Mara\r\nBcc: all@example.com' }
  expect(messagesOf(mailContact.payload, { ...name, email: 'a@example.com', message: 'x' })).toEqual({
    full_name: 'Kindly enter your full name',
  })
})
