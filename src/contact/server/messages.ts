import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { HumanCheck } from '#platform/human-check.ts'
import type { Work, World } from '#platform/world.ts'
import type { mailContact, mailHcp, mailUniversity, verifyTurnstile, viewChallenge } from '../calls.ts'
import { filledFields } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'
import {
  deleteMessagesOf,
  insertMessage,
  isKeptMessage,
  readMessage,
  readMessagesOf,
} from './message-store.ts'

/** A message as it was kept; null for an unknown id. */
export const messageById = (database: World['database'], id: string): Promise<Message | null> =>
  readMessage(database, id)

/** What was written to us under an address; only for who has shown that it is theirs. */
export const messagesOf = (database: World['database'], email: string) => readMessagesOf(database, email)

/** Deletes the messages of somebody who deletes their account. */
export const forgetMessagesOf = (work: Work, email: string): Promise<void> => deleteMessagesOf(work.db, email)

interface FormCheck {
  readonly captcha: string
  readonly website: string
}

/**
 * Keeps a message and announces it, once for each check: the same form sent again is answered alike and mailed once,
 * another text with a used check is refused.
 */
const createLeaveMessage =
  (world: World, check: HumanCheck) =>
  async (context: CallContext, { captcha, website }: FormCheck, message: Message) => {
    if (website !== '') throw new ShopError('CAPTCHA_FAILED')
    const checkKey = await check.verify(captcha)
    await inTransaction(world, async (work) => {
      const { network, country } = context
      const id = work.ids.uuid()
      if (await insertMessage(work.db, { ...message, id, checkKey, network, country }, work.now)) {
        work.announce({ kind: 'message-left', messageId: id })
      } else if (!(await isKeptMessage(work.db, checkKey, message))) {
        throw new ShopError('CAPTCHA_FAILED')
      }
    })
    return { success: true } as const
  }

interface ContactHandlers {
  readonly mailContact: Handler<typeof mailContact>
  readonly mailHcp: Handler<typeof mailHcp>
  readonly mailUniversity: Handler<typeof mailUniversity>
  readonly verifyTurnstile: Handler<typeof verifyTurnstile>
  readonly viewChallenge: Handler<typeof viewChallenge>
}

/** Answers the calls of the contact room. */
export const createContactHandlers = (world: World, check: HumanCheck): ContactHandlers => {
  const leave = createLeaveMessage(world, check)
  return {
    mailContact: (context, { full_name: name, email, topic, order_number, message, ...form }) =>
      leave(context, form, { topic, name, email, fields: filledFields({ order_number, message }) }),
    mailHcp: (context, { first_name, last_name, email, certified, credential, country, message, ...form }) =>
      leave(context, form, {
        topic: 'practitioner',
        name: `${first_name} ${last_name}`,
        email,
        fields: filledFields({ certified, credential, country, message }),
      }),
    mailUniversity: (context, { full_name: name, email, country, link, message, ...form }) =>
      leave(context, form, {
        topic: 'university',
        name,
        email,
        fields: filledFields({ country, link, message }),
      }),
    verifyTurnstile: async (_context, { token }) => ({ success: true, pass: await check.passFor(token) }),
    viewChallenge: async () => check.challenge(),
  }
}
