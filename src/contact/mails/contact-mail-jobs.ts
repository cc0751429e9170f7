import { z } from 'zod'
import type { AppDeps } from '#platform/app-deps.ts'
import type { JobShapes, JobsByEvent } from '#platform/jobs.ts'
import type { MailDocument, SendMail } from '#platform/mail-document.ts'
import { brand } from '#shared/brand.ts'
import { messageFacts, topics } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'
import { messageById } from '../server/messages.ts'

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
} as const satisfies JobShapes

/** The mails that follow from events. */
export const contactMails = {
  'contact-message-received': ({ messageId }) => [{ kind: 'mail: message', payload: { messageId } }],
} satisfies Partial<JobsByEvent<typeof contactMailPayloads>>

/** The worker's job for messages from forms: to the shop, with the author as reply address. */
export const createContactMailJobs = ({ database }: AppDeps, send: SendMail) => ({
  'mail: message': async ({ messageId }: { readonly messageId: string }): Promise<void> => {
    const message = await messageById(database, messageId)
    if (!message) return
    const extras = { replyTo: message.email }
    await send(`message-${messageId}`, brand.supportEmail, messageMail(message), extras)
  },
})
