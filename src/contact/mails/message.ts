import { brand } from '#shared/brand.ts'
import type { MailDocument } from '#platform/mail-document.ts'

interface MessageFacts {
  /** Its topic, as text. */
  readonly topic: string
  readonly name: string
  readonly email: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly message: string
}

/** The mail with a message from a form; a reply goes to its author. */
export const messageMail = ({ topic, name, email, facts, message }: MessageFacts): MailDocument => ({
  subject: `${topic}: ${name}`,
  preview: message.slice(0, 120),
  heading: topic,
  blocks: [
    { kind: 'rows', rows: [{ label: 'Name', value: name }, { label: 'Email', value: email }, ...facts] },
    ...(message === '' ? [] : [{ kind: 'lines', lines: message.split(/\r?\n/) } as const]),
    { kind: 'paragraph', text: `Written at ${brand.name}. Your answer goes to ${email}.` },
  ],
})
