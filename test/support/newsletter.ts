import { confirmSubscription, subscribe } from '#newsletter/endpoints.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

/** Subscribes a visitor's address to the newsletter and confirms it by the link in the mail. */
export const subscribeToNewsletter = async (
  shop: TestShop,
  { client, email }: Pick<Visitor, 'client' | 'email'>,
  page = '/',
): Promise<void> => {
  await client.call(subscribe, { email, page })
  const confirmationMail = (await shop.mails(email)).findLast(({ text }) =>
    text.includes('/newsletter/confirm?'),
  )
  const token = /\/newsletter\/confirm\?token=([\w.-]+)/.exec(confirmationMail?.text ?? '')?.[1] ?? ''
  await client.call(confirmSubscription, { token })
}
