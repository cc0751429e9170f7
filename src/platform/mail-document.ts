import type { Locale } from '#shared/locale.ts'
import type { OrderMailKind } from '#shared/order-mail-kind.ts'

/** One row of figures or facts: what it is, and what it says at the right. */
export interface MailRow {
  readonly label: string
  readonly value: string
  /** The row that the others add up to. */
  readonly strong?: boolean
}

/** A part of a text: plain, a link, or the name of a species. */
export interface MailPiece {
  readonly text: string
  readonly href?: string
  readonly isItalic?: boolean
}

/** The parts a mail is made of; both its forms are drawn from the same parts, so neither can say less. */
export type MailBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'section'; readonly title: string }
  | { readonly kind: 'rows'; readonly rows: readonly MailRow[] }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'button'; readonly label: string; readonly href: string }
  | {
      readonly kind: 'link'
      readonly before: string
      readonly label: string
      readonly href: string
      readonly after: string
    }
  | {
      readonly kind: 'text'
      readonly look: 'paragraph' | 'quotation' | 'small'
      readonly pieces: readonly MailPiece[]
    }
  /** Its address is whole; its size in pixels is that in the mail. */
  | {
      readonly kind: 'picture'
      readonly src: string
      readonly alt: string
      readonly width: number
      readonly height: number
      readonly href: string | null
    }
  | { readonly kind: 'divider' }

/** The content of a mail before it is rendered. */
export interface MailDocument {
  /** What it is written in; the first language of the shop when missing. */
  readonly locale?: Locale
  readonly subject: string
  /** The line that mail programs show next to the subject. */
  readonly preview: string
  readonly heading: string
  /** Why it was sent, if its reader did nothing at the shop. */
  readonly reason?: string
  readonly blocks: readonly MailBlock[]
}

/** Headers with which mail programs unsubscribe by one click (RFC 2369, RFC 8058). */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** The order that a mail is about: that it was sent is remembered with the order. */
export interface MailAbout {
  readonly order: { readonly id: string; readonly accountId: string }
  readonly kind: OrderMailKind
  /** It goes to the recipient of a gift, not to the buyer. */
  readonly isToRecipient?: boolean
}

/** What a mail can have in addition to its content. */
interface MailExtras {
  readonly headers?: Readonly<Record<string, string>>
  readonly replyTo?: string
  /** The ids of the mails that it follows, the first one first. */
  readonly follows?: readonly string[]
  readonly about?: MailAbout
  /** Names the copy of a campaign, to which a mail that comes back is counted. */
  readonly returnToken?: string
}

/** Renders a mail and sends it. The same id again replaces what was sent under it. */
export type SendMail = (id: string, to: string, document: MailDocument, extras?: MailExtras) => Promise<void>
