import { expect, test } from 'vitest'
import { orderMailKinds } from '#shared/order-mail-kind.ts'
import { addresseeOf, orderMailName, storedMail } from './order-mail.ts'
import type { OrderMail } from './order-mail.ts'

const mail: OrderMail = {
  kind: 'shipped',
  isToRecipient: false,
  sentTo: 'mara@example.com',
  subject: 'Order L7K2M9QXW4 has shipped',
}

test('a mail to the buyer is stored with address and subject', () => {
  expect(storedMail(mail)).toEqual(mail)
  expect(addresseeOf(storedMail(mail))).toBe('mara@example.com')
})

test('a mail to a gift recipient is stored without address and subject', () => {
  const stored = storedMail({ ...mail, isToRecipient: true, subject: 'Your gift from Mara has shipped' })
  expect(stored).toEqual({ ...mail, isToRecipient: true, sentTo: '', subject: '' })
  expect(addresseeOf(stored)).toBe('the recipient of the gift')
})

test('a mail that names the recipient to the giver is stored without its subject', () => {
  const stored = storedMail({ ...mail, kind: 'gift-claimed', subject: 'June claimed your gift' })
  expect(stored).toMatchObject({ sentTo: 'mara@example.com', subject: '' })
})

test('a mail with an erased address is listed as the buyer’s', () => {
  expect(addresseeOf({ isToRecipient: false, sentTo: '' })).toBe('the buyer')
})

test('no two kinds of mail have the same name', () => {
  const names = orderMailKinds.map(orderMailName)
  expect([...new Set(names)]).toEqual(names)
})
