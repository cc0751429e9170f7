import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { MailDocument, SendMail } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { storedLocale } from '#shared/locale.ts'
import { messageFacts, topics, answeredMessages } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'
import { messageById, messagesFrom } from '../server/messages.ts'
import { answerById, answersOfThread, threadById } from '../server/threads.ts'
import { listStaff } from '#staff/server/staff-members.ts'
import { messageAnswered } from './message-answered.ts'

/** The mail with a message from a form; a reply goes to its author. */
const messageMail = (message: Message): MailDocument => {
  const { topic, name, email, fields } = message
  const text = fields['message'] ?? ''
  const facts = [{ label: 'Name', value: name }, { label: 'Email', value: email }, ...messageFacts(message)]
  return {
    subject: `${topics[topic]}: ${name}`,
    preview: text.slice(0, 120),
    heading: topics[topic],
    blocks: [
      { kind: 'rows', rows: facts },
      ...(text === '' ? [] : [{ kind: 'lines', lines: text.split(/\r?\n/) } as const]),
      { kind: 'paragraph', text: `Sent from the ${brand.name} contact form. Replies go to ${email}.` },
    ],
  }
}

export const contactMailPayloads = {
  'mail: message': z.object({ messageId: z.uuid() }),
  'mail: message-answer': z.object({ answerId: z.uuid() }),
} as const satisfies JobShapes

/** The mails that follow from events. */
export const contactMails = {
  'contact-message-received': ({ messageId }) => [{ kind: 'mail: message', payload: { messageId } }],
  'contact-message-answered': ({ answerId }) => [{ kind: 'mail: message-answer', payload: { answerId } }],
} satisfies Partial<JobsByEvent<typeof contactMailPayloads>>

const mailIds = { message: (id: string) => `message-${id}`, answer: (id: string) => `message-answer-${id}` }

/** Sends an answer of staff; nothing when the conversation was deleted meanwhile. */
const mailAnswer = async ({ database }: AppDeps, send: SendMail, answerId: string): Promise<void> => {
  const answer = await answerById(database, answerId)
  const thread = answer === null ? null : await threadById(database, answer.threadId)
  if (answer === null || thread === null) return
  const messages = await messagesFrom(database, thread.email)
  const answers = await answersOfThread(database, thread.id)
  const earlier = answers.slice(
    0,
    answers.findIndex(({ id }) => id === answerId),
  )
  const from = (await listStaff(database)).find(({ id }) => id === answer.staffId)?.name ?? brand.name
  const extras = {
    replyTo: brand.supportEmail,
    follows: [
      ...messages.slice(0, 1).map(({ id }) => mailIds.message(id)),
      ...earlier.map(({ id }) => mailIds.answer(id)),
    ],
  }
  const written = answeredMessages(messages, earlier.at(-1)?.at ?? null, answer.at)
  await send(
    mailIds.answer(answerId),
    thread.email,
    messageAnswered({ text: answer.text, from, written }, storedLocale(messages.at(-1)?.locale ?? null)),
    extras,
  )
}

/** The worker's jobs for messages from forms: to the shop, with the author as reply address, and the answers to them. */
export const createContactMailJobs = (deps: AppDeps, send: SendMail) => ({
  'mail: message': async ({ messageId }: { readonly messageId: string }): Promise<void> => {
    const message = await messageById(deps.database, messageId)
    if (!message) return
    const extras = { replyTo: message.email }
    await send(mailIds.message(messageId), brand.supportEmail, messageMail(message), extras)
  },
  'mail: message-answer': ({ answerId }: { readonly answerId: string }): Promise<void> =>
    mailAnswer(deps, send, answerId),
})
