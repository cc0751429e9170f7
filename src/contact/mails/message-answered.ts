import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { topics } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'

interface AnswerFacts {
  readonly text: string
  /** The name of who answers. */
  readonly from: string
  /** What it answers, the first message first. */
  readonly written: readonly (Message & { readonly at: string })[]
}

const linesOf = (text: string): MailBlock => ({ kind: 'lines', lines: text.split(/\r?\n/) })

const dayOf = (at: string): string =>
  dateIn(Temporal.Instant.from(at), brand.timeZone).toLocaleString(brand.locale, { dateStyle: 'long' })

/** The answer of staff to messages from a form, with what was written below it. Everything in it is plain text. */
export const messageAnswered = ({ text, from, written }: AnswerFacts): MailDocument => {
  const last = written.at(-1)
  return {
    subject: `Re: ${topics[last?.topic ?? 'other']}`,
    preview: text.slice(0, 120),
    heading: 'We have an answer for you.',
    reason: `You’re receiving this because you wrote to ${brand.name}. You can reply to this mail; your reply reaches ${brand.supportEmail}.`,
    blocks: [
      linesOf(text),
      { kind: 'paragraph', text: `${from}, ${brand.name}` },
      ...written.flatMap(({ at, fields }): readonly MailBlock[] => {
        const message = fields['message'] ?? ''
        return message === ''
          ? []
          : [{ kind: 'section', title: `You wrote on ${dayOf(at)}` }, linesOf(message)]
      }),
    ],
  }
}
