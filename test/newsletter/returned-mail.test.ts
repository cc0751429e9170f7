import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMailWebhook, readReturnedMail } from '#newsletter/server/suppressions.ts'

const token = '0123456789abcdef01234567'

const mail = (to: string, parts: readonly string[], type = 'delivery-status'): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="b1"`,
    '',
    ...parts.flatMap((part) => ['--b1', part]),
    '--b1--',
    '',
  ].join('\r\n')

const words = 'Content-Type: text/plain\r\n\r\nI am sorry.\r\n'

const status = (fields: string): string =>
  `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n${fields}\r\n`

const inside = `Content-Type: message/rfc822\r\n\r\nSubject: Soil\r\nX-Newsletter-Copy: ${token}\r\n\r\nIt has layers.\r\n`

test.each([
  ['5.1.1', 'failed', 'hard'],
  ['5.2.2', 'failed', 'soft'],
  ['5.7.1', 'failed', 'soft'],
  ['4.4.1', 'failed', 'soft'],
  ['4.4.1', 'delayed', 'soft'],
])('a delivery report of %s, %s is a %s bounce of the addressed copy', async (code, action, kind) => {
  const fields = `Final-Recipient: rfc822; Mara@Example.com\r\nAction: ${action}\r\nStatus: ${code}\r\nDiagnostic-Code: smtp; 550 5.1.1\r\n user unknown`
  const raw = mail(`bounces+${token}@mail.example`, [words, status(fields)])
  const [report, ...more] = await readReturnedMail(raw)
  expect(more).toEqual([])
  expect(report).toMatchObject({ kind, copyToken: token, email: 'mara@example.com' })
  expect(report?.detail).toContain('user unknown')
  // The same mail again is the same report.
  expect((await readReturnedMail(raw))[0]?.eventKey).toBe(report?.eventKey)
})

test('the copy is also found by the attached mail, and delivery confirmations and vacation replies are ignored', async () => {
  const failed = status('Final-Recipient: rfc822; mara@example.com\r\nAction: failed\r\nStatus: 5.1.1')
  const [report] = await readReturnedMail(mail('bounces@mail.example', [words, failed, inside]))
  expect(report?.copyToken).toBe(token)
  const delivered = status('Final-Recipient: rfc822; mara@example.com\r\nAction: delivered\r\nStatus: 2.0.0')
  expect(await readReturnedMail(mail('bounces@mail.example', [words, delivered]))).toEqual([])
  expect(await readReturnedMail('Subject: I am away\r\n\r\nStatus: 5.1.1 Action: failed\r\n')).toEqual([])
})

test('a complaint is matched by the attached mail, and “not spam” is not a complaint', async () => {
  const complaint = (type: string) =>
    mail(
      'complaints@mail.example',
      [
        words,
        `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nUser-Agent: Example/1.0\r\nVersion: 1\r\n`,
        inside,
      ],
      'feedback-report',
    )
  expect(await readReturnedMail(complaint('abuse'))).toMatchObject([
    { kind: 'complaint', copyToken: token, email: null },
  ])
  expect(await readReturnedMail(complaint('not-spam'))).toEqual([])
})

const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const seconds = String(now.epochMilliseconds / 1_000)
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const sendgrid = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const signed = (rawBody: string, at = seconds, key = privateKey) => ({
  provider: 'sendgrid',
  rawBody,
  now,
  headers: {
    'x-twilio-email-event-webhook-timestamp': at,
    'x-twilio-email-event-webhook-signature': createSign('sha256')
      .update(`${at}${rawBody}`)
      .sign(key, 'base64'),
  },
})

const event = { email: 'mara@example.com', sg_event_id: 'e1', status: '5.1.1', reason: '550 no such user' }

test('SendGrid: signed bounces, blocks and spam reports are accepted; other events, other keys and old ones are not', () => {
  const body = JSON.stringify([
    { ...event, event: 'bounce', type: 'bounce' },
    { ...event, event: 'bounce', type: 'blocked', sg_event_id: 'e2' },
    { ...event, event: 'spamreport', sg_event_id: 'e3' },
    { ...event, event: 'open', sg_event_id: 'e4' },
  ])
  const keys = { generic: null, sendgrid }
  expect(readMailWebhook(keys, signed(body)).map(({ kind }) => kind)).toEqual(['hard', 'soft', 'complaint'])
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const refused = [
    signed(body, seconds, other),
    signed(body, String(Number(seconds) - 301)),
    { ...signed(body), rawBody: `${body} ` },
    { ...signed(body), headers: {} },
    { ...signed(body), provider: 'generic' },
    { ...signed(body), provider: 'toString' },
  ]
  for (const webhook of refused) expect(() => readMailWebhook(keys, webhook)).toThrow('FORBIDDEN')
  expect(() => readMailWebhook({ generic: null, sendgrid: null }, signed(body))).toThrow('FORBIDDEN')
  expect(() => readMailWebhook(keys, signed('{"a":1}'))).toThrow('VALIDATION_ERROR')
})

test('the shop’s own format: several signatures are valid during a rotation, and none for another body', () => {
  const key = Buffer.alloc(24, 1)
  const keys = { generic: `whsec_${key.toString('base64')}`, sendgrid: null }
  const rawBody = JSON.stringify({
    event: 'bounced',
    email: 'mara@example.com',
    copy: token,
    status: '5.2.2',
  })
  const signature = createHmac('sha256', key).update(`m1.${seconds}.${rawBody}`).digest('base64')
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,AAAA v1,${signature}`,
  }
  const webhook = { provider: 'generic', rawBody, now, headers }
  expect(readMailWebhook(keys, webhook)).toMatchObject([
    { kind: 'soft', copyToken: token, eventKey: 'generic m1' },
  ])
  for (const changed of [
    { ...webhook, rawBody: rawBody.replace('bounced', 'complained') },
    { ...webhook, headers: { ...headers, 'webhook-id': 'm2' } },
  ])
    expect(() => readMailWebhook(keys, changed)).toThrow('FORBIDDEN')
})
