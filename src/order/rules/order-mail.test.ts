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

test('a mail to the buyer is stored with its address and its subject', () => {
  expect(storedMail(mail)).toEqual(mail)
  expect(addresseeOf(storedMail(mail))).toBe('mara@example.com')
})

test('of a mail to the recipient of a gift neither the address nor the subject is stored', () => {
  const stored = storedMail({ ...mail, isToRecipient: true, subject: 'Your gift from Mara has shipped' })
  expect(stored).toEqual({ ...mail, isToRecipient: true, sentTo: '', subject: '' })
  expect(addresseeOf(stored)).toBe('the recipient of the gift')
})

test('the subject of a mail that names the recipient to the giver is not stored', () => {
  const stored = storedMail({ ...mail, kind: 'gift-claimed', subject: 'June claimed your gift' })
  expect(stored).toMatchObject({ sentTo: 'mara@example.com', subject: '' })
})

test('an address that was erased is the buyer', () => {
  expect(addresseeOf({ isToRecipient: false, sentTo: '' })).toBe('the buyer')
})

test('no two mails have one name', () => {
  const names = orderMailKinds.map(orderMailName)
  expect([...new Set(names)]).toEqual(names)
})
