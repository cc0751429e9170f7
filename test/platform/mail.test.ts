import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { loggableError } from '#platform/log.ts'
import { createOutboxMailer, createSmtpMailer, readOutbox, requiresStartTls } from '#platform/mail.ts'
import { startMailServer } from '../support/mail-server.ts'

const from = 'Loam <hello@loam.example>'
const mail = {
  id: 'order-confirmation-0198',
  to: 'mara@example.com',
  subject: 'Your order L7K2M9QXW4 für 10 €',
  html: '<p>You paid <b>$49.99</b>.</p>',
  text: 'You paid $49.99.',
}

test('a mail whose job runs twice is in the outbox once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-outbox-'))
  let now = Temporal.Instant.from('2026-11-20T10:00:00Z')
  const mailer = createOutboxMailer({ folder, from, clock: { now: () => now } })
  await mailer.send(mail)
  await mailer.send({ ...mail, id: 'another', to: 'ada@example.com' })
  now = now.add({ hours: 1 })
  await mailer.send(mail)
  const mails = await readOutbox(folder)
  expect(mails.map(({ id, to, sentAt }) => [id, to, sentAt])).toEqual([
    [mail.id, 'mara@example.com', '2026-11-20T11:00:00Z'],
    ['another', 'ada@example.com', '2026-11-20T10:00:00Z'],
  ])
  expect((await readdir(folder)).every((name) => name.endsWith('.json'))).toBe(true)
  await rm(folder, { recursive: true })
})

test('the outbox is read newest first, however many digits a timestamp has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loam-outbox-'))
  let now = Temporal.Instant.from('2026-11-20T10:00:00Z')
  const mailer = createOutboxMailer({ folder, from, clock: { now: () => now } })
  for (const milliseconds of [0, 120, 123]) {
    now = Temporal.Instant.from('2026-11-20T10:00:00Z').add({ milliseconds })
    await mailer.send({ ...mail, id: `after ${milliseconds} ms` })
  }
  expect((await readOutbox(folder)).map(({ id }) => id)).toEqual([
    'after 123 ms',
    'after 120 ms',
    'after 0 ms',
  ])
  await rm(folder, { recursive: true })
})

test.each([
  ['smtp://user:password@mail.example:587', true],
  ['smtp://localhost.evil.example', true],
  ['smtp://10.0.0.4:25', true],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1', false],
  ['smtp://[::1]:25', false],
])('a mail by %s has to be encrypted: %s', (url, required) => {
  expect(requiresStartTls(url)).toBe(required)
})

test('an outbox folder that does not exist is empty', async () => {
  expect(await readOutbox(join(tmpdir(), 'loam-no-such-outbox'))).toEqual([])
})

test('the mail server gets both parts, the sender and a message id that stays the same on a retry', async () => {
  const server = await startMailServer()
  const mailer = createSmtpMailer({ url: server.url, from })
  await mailer.send(mail)
  await mailer.send(mail)
  mailer.close()
  await server.stop()
  expect(server.messages()).toHaveLength(2)
  for (const message of server.messages()) {
    expect(message).toContain('Message-ID: <order-confirmation-0198@loam.example>')
    expect(message).toContain('From: Loam <hello@loam.example>')
    expect(message).toContain('To: mara@example.com')
    expect(message).toContain('text/plain')
    expect(message).toContain('text/html')
    expect(message).toContain('<b>$49.99</b>')
  }
})

test('the log of a refused mail contains neither the address nor its domain', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(new Error('<mara@Mara-Lindqvist.example>: no mail server of mara-lindqvist.example takes mail')),
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from })
  const thrown: unknown = await mailer.send({ ...mail, to: 'mara@mara-lindqvist.example' }).then(
    () => null,
    (found: unknown) => found,
  )
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
  const logged = JSON.stringify(loggableError(thrown))
  expect(logged).toContain('takes mail')
  expect(logged).not.toMatch(/mara/i)
})

test('reply address and unsubscribe link are in the headers of the mail', async () => {
  const server = await startMailServer()
  const mailer = createSmtpMailer({ url: server.url, from })
  const headers = {
    'List-Unsubscribe': `<https://shop.example/newsletter/unsubscribe?token=${'x'.repeat(120)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  const replyTo = 'mara@example.com'
  await mailer.send({
    ...mail,
    to: 'hello@loam.example',
    replyTo,
    headers,
    subject: 'A\r\nBcc: all@example.com',
  })
  mailer.close()
  await server.stop()
  const [message = ''] = server.messages()
  const [head = ''] = message.split('\r\n\r\n')
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ')
  expect(unfolded).toContain('Reply-To: mara@example.com')
  expect(unfolded).toMatch(
    new RegExp(
      `^List-Unsubscribe: ?<https://shop.example/newsletter/unsubscribe\\?token=${'x'.repeat(120)}>$`,
      'm',
    ),
  )
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(unfolded).not.toMatch(/^Bcc:/m)
})

test('a later mail of a conversation names the earlier ones, so that mail programs show one thread', async () => {
  const server = await startMailServer()
  const mailer = createSmtpMailer({ url: server.url, from })
  await mailer.send({ ...mail, follows: ['message-1', 'message-answer-2'] })
  await mailer.send({ ...mail, follows: [] })
  mailer.close()
  await server.stop()
  const [message = '', alone = ''] = server.messages().map((one) => one.replaceAll(/\r\n[ \t]+/g, ' '))
  expect(message).toContain('In-Reply-To: <message-answer-2@loam.example>')
  expect(message).toContain('References: <message-1@loam.example> <message-answer-2@loam.example>')
  expect(alone).not.toMatch(/^(In-Reply-To|References):/m)
})

test('a mail that the server refuses, or an unavailable server, fails the job', async () => {
  const server = await startMailServer()
  server.refuse(true)
  const mailer = createSmtpMailer({ url: server.url, from })
  await expect(mailer.send(mail)).rejects.toThrow('try again later')
  mailer.close()
  await server.stop()
  const nobody = createSmtpMailer({ url: server.url, from })
  await expect(nobody.send(mail)).rejects.toThrow('ECONNREFUSED')
  nobody.close()
})
