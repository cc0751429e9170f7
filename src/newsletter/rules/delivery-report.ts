/** What a mail server or a mail service says of one mail. */
export interface DeliveryReport {
  /** The same for a report that comes twice. */
  readonly eventKey: string
  readonly kind: 'hard' | 'soft' | 'complaint'
  /** The address; null where only the copy is known. */
  readonly email: string | null
  /** Of the copy of a campaign; null for other mails, and where the report does not say it. */
  readonly copyToken: string | null
  readonly detail: string
}

/** This many soft bounces within the days suppress an address. */
export const softBounceLimit = { bounces: 3, days: 30 } as const

// RFC 3463: a full mailbox, a message that is too large, and refusals by content or policy say nothing of the address.
const softDetails = /^5\.(2\.[23]|3\.\d+|4\.\d+|6\.\d+|7\.\d+)$/

/** The kind of a bounce by its status code (RFC 3463), such as `5.1.1`. */
export const bounceKind = (status: string): 'hard' | 'soft' =>
  status.startsWith('5.') && !softDetails.test(status) ? 'hard' : 'soft'

/** The part of a report that is stored: one short line. */
export const reportDetail = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)

/** The token of a return path `bounces+<token>@mail.example` in a text; null without one. */
export const tokenInAddress = (text: string): string | null =>
  /\+([0-9a-f]{24})@/i.exec(text)?.[1]?.toLowerCase() ?? null

/** The header that names the copy: services and complaints send it back. */
export const copyHeader = 'X-Newsletter-Copy'

/** The numbers of a campaign that have rows of copies behind them. */
export const copyLists = [
  'waiting', 'sent', 'failed', 'unknown', 'left-out', 'bounced', 'complained', 'unsubscribed', 'clicked',
] as const // prettier-ignore

export type CopyList = (typeof copyLists)[number]
