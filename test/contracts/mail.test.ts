import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adapterIn, adaptersOf } from './adapters.ts'
import { openOutbox, openSmtp } from './mail-transports.ts'
import type { OpenMailer, TestMailer } from './mail-transports.ts'

const mail = {
  id: 'order-confirmation-0198',
  to: 'mara@example.com',
  subject: 'Your order L7K2M9QXW4 für 10 €',
  html: '<p>You paid <b>$49.99</b>, thank you Zoë.</p>',
  text: 'You paid $49.99, thank you Zoë.',
  replyTo: 'help@example.com',
  headers: { 'List-Unsubscribe': '<https://shop.example/stop?token=x>' },
}

const adapters = await adaptersOf<OpenMailer>('mail', [
  { name: 'SMTP', open: openSmtp },
  { name: 'the outbox', open: openOutbox },
  await adapterIn('examples/adapters/http-mailer.ts'),
])

describe.each(adapters)('what every mail transport keeps to: $name', ({ open }) => {
  let mailer: TestMailer
  beforeAll(async () => {
    mailer = await open()
  })
  afterAll(() => mailer.close())

  test('a mail arrives whole', async () => {
    await mailer.mailer.send(mail)
    expect(await mailer.received()).toEqual([mail])
  })

  test('a repeated job sends the same mail, not another one', async () => {
    await mailer.mailer.send(mail)
    await mailer.mailer.send({ ...mail, id: 'another' })
    const ids = (await mailer.received()).map(({ id }) => id)
    // As one or as two that a mail system knows to be one.
    expect([...new Set(ids)].toSorted()).toEqual(['another', mail.id])
  })

  test('typed text cannot become a header', async () => {
    await mailer.mailer.send({ ...mail, id: 'typed', subject: 'A\r\nBcc: all@example.com' })
    const typed = (await mailer.received()).find(({ id }) => id === 'typed')
    expect(Object.keys(typed?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('bcc')
    expect(typed?.to).toBe(mail.to)
  })

  test('a refused mail is an error, so that its job is retried', async () => {
    await mailer.refuseNext()
    await expect(mailer.mailer.send({ ...mail, id: 'refused' })).rejects.toThrow()
    expect((await mailer.received()).map(({ id }) => id)).not.toContain('refused')
    await mailer.mailer.send({ ...mail, id: 'refused' })
    expect((await mailer.received()).map(({ id }) => id)).toContain('refused')
  })
})
