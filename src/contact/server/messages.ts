import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { HumanCheck } from '#platform/human-check.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { filledFields } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'
import {
  deleteMessagesBefore,
  deleteMessagesOf,
  insertMessage,
  isStoredMessage,
  readMessagesOf,
} from './message-store.ts'
import { selectAnswers, selectThreadOf } from './thread-store.ts'

export { readLatestMessages as latestMessagesOf, readMessagesOf as messagesFrom } from './message-store.ts'
export type { StoredMessage } from './message-store.ts'

export { readMessage as messageById } from './message-store.ts'

/** The messages from an address and their answers; only for a member who has proved that it is theirs. */
export const messagesOf = async (database: AppDeps['database'], email: string) => {
  const thread = await selectThreadOf(database, email)
  const answers = thread === null ? [] : await selectAnswers(database, thread.id)
  return {
    messages: (await readMessagesOf(database, email)).map(
      ({ id: _id, locale: _locale, ...message }) => message,
    ),
    answers_to_messages: answers.map(({ text, at }) => ({ text, at: at.toString() })),
  }
}

/** Deletes the messages of somebody who deletes their account, and with them the conversation and its answers. */
export const forgetMessagesOf = (tx: Tx, email: string): Promise<void> => deleteMessagesOf(tx.db, email)

/** Deletes messages that came before a moment, up to a limit. Returns how many. */
export const forgetMessagesBefore = (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> =>
  deleteMessagesBefore(tx.db, before, limit)

interface FormCheck {
  readonly captcha: string
  readonly website: string
}

/**
 * Stores a message and publishes it, once for each check: the same form sent again gets the same response and one mail,
 * another text with a used check is refused.
 */
const createSaveMessage =
  (deps: AppDeps, humanCheck: HumanCheck) =>
  async (context: RequestContext, { captcha, website }: FormCheck, message: Message) => {
    if (website !== '') throw new ShopError('CAPTCHA_FAILED')
    const checkKey = await humanCheck.verify(captcha)
    await inTransaction(deps, async (tx) => {
      const { network, country, locale } = context
      const id = tx.ids.uuid()
      if (await insertMessage(tx.db, { ...message, id, checkKey, network, country, locale }, tx.now)) {
        tx.publish({ kind: 'contact-message-received', messageId: id })
      } else if (!(await isStoredMessage(tx.db, checkKey, message))) {
        throw new ShopError('CAPTCHA_FAILED')
      }
    })
    return { success: true } as const
  }

/** Handles the endpoints of the contact module. */
export const createContactHandlers = (
  deps: AppDeps,
  humanCheck: HumanCheck,
): HandlersFor<typeof endpoints> => {
  const saveMessage = createSaveMessage(deps, humanCheck)
  return {
    mailContact: (context, { full_name: name, email, topic, order_number, message, ...form }) =>
      saveMessage(context, form, { topic, name, email, fields: filledFields({ order_number, message }) }),
    mailHcp: (context, { first_name, last_name, email, certified, credential, country, message, ...form }) =>
      saveMessage(context, form, {
        topic: 'practitioner',
        name: `${first_name} ${last_name}`,
        email,
        fields: filledFields({ certified, credential, country, message }),
      }),
    mailUniversity: (context, { full_name: name, email, country, link, message, ...form }) =>
      saveMessage(context, form, {
        topic: 'university',
        name,
        email,
        fields: filledFields({ country, link, message }),
      }),
    verifyTurnstile: async (_context, { token }) => ({
      success: true,
      pass: await humanCheck.passFor(token),
    }),
    viewChallenge: async () => humanCheck.challenge(),
  }
}

/** The endpoints of messages to the shop. */
export const contactRoutes = (deps: AppDeps, humanCheck: HumanCheck): readonly Route[] =>
  routes(endpoints, createContactHandlers(deps, humanCheck))
