import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { longDate } from '#shared/dates.ts'
import type { Locale } from '#shared/locale.ts'
import { contactMessages } from '../messages/contact-messages.ts'
import { topicText } from '../rules/message.ts'
import type { Message } from '../rules/message.ts'

interface AnswerFacts {
  readonly text: string
  /** The name of who answers. */
  readonly from: string
  /** What it answers, the first message first. */
  readonly written: readonly (Message & { readonly at: string })[]
}

const linesOf = (text: string): MailBlock => ({ kind: 'lines', lines: text.split(/\r?\n/) })

const dayOf = (at: string, locale: Locale): string =>
  longDate(dateIn(Temporal.Instant.from(at), brand.timeZone).toString(), locale)

/** The answer of staff to messages from a form, with what was written below it. Everything in it is plain text. */
export const messageAnswered = ({ text, from, written }: AnswerFacts, locale: Locale): MailDocument => {
  const t = contactMessages.in(locale)
  const topic = topicText(written.at(-1)?.topic ?? 'other', locale)
  return {
    locale,
    subject: t('subject', { topic }),
    preview: text.slice(0, 120),
    heading: t('heading'),
    reason: t('reason', { brand: brand.name, email: brand.supportEmail }),
    blocks: [
      linesOf(text),
      { kind: 'paragraph', text: `${from}, ${brand.name}` },
      ...written.flatMap(({ at, fields }): readonly MailBlock[] => {
        const message = fields['message'] ?? ''
        return message === ''
          ? []
          : [{ kind: 'section', title: t('wrote', { day: dayOf(at, locale) }) }, linesOf(message)]
      }),
    ],
  }
}
