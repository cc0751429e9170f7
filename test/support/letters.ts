import { confirmSubscription, subscribe } from '#newsletter/calls.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

/** Enters a visitor's address for letters and confirms it by the link in the mail. */
export const joinLetters = async (
  shop: TestShop,
  { caller, email }: Pick<Visitor, 'caller' | 'email'>,
  page = '/',
): Promise<void> => {
  await caller.call(subscribe, { email, page })
  const asked = (await shop.mails(email)).findLast(({ text }) => text.includes('/newsletter/confirm?'))
  const token = /\/newsletter\/confirm\?token=([\w.-]+)/.exec(asked?.text ?? '')?.[1] ?? ''
  await caller.call(confirmSubscription, { token })
}
