import { z } from 'zod'

const Days = z.int().min(1).max(3650)

/** How many days data is kept that is not needed anymore: the file that the job applies and the privacy page shows. */
export const Retention = z.strictObject({
  /** Carts that were not ordered, with the values entered at checkout, since their last change; not before they are counted. */
  carts: Days.min(9),
  /** Attempts to buy that were declined or given up, and the e-mail of their charges; the same. */
  declined_checkouts: Days.min(9),
  /** Sessions that were signed out or ran out. */
  ended_sessions: Days,
  /** Mailed links that were used or ran out. */
  used_links: Days,
  /** Mailboxes that somebody entered and nobody confirmed; no shorter than their links work. */
  unconfirmed: Days.min(7),
  /** Whom a gift was for that was canceled before it was claimed. */
  canceled_gifts: Days,
  /** Mails in the outbox folder of a shop without a mail server. */
  mail_files: Days,
  /** Which mails about an order were sent, when and to whom; longer than banks take to dispute a payment. */
  order_mails: Days,
  /** Photos of what was wrong with an order. */
  problem_photos: Days,
  /** Messages of the forms of contact, with the network that they came from. */
  contact_messages: Days,
  /** Reviews that were not published, since the decision. */
  declined_reviews: Days,
  /** Files of tracking numbers that were carried out, or never were. */
  tracking_imports: Days,
  /** Bulk actions at the desk, with the orders that were chosen; the audit log stays. */
  bulk_acts: Days,
  /** Requests for a second person at the desk that were decided or expired; the audit log stays. */
  decided_approvals: Days,
  /** Clicks in newsletters, of those who allow to count them; no shorter than orders are counted after one. */
  newsletter_clicks: Days.min(7),
  /** Bounces and complaints that were reported; suppressed addresses stay. No shorter than soft bounces are counted. */
  newsletter_bounces: Days.min(30),
  /** Jobs that are done or were given up. */
  jobs: Days,
  /** What was sent to partners; no shorter than it is tried. */
  webhook_events: Days.min(4),
  /** What visitors and members did, for those who allow to know it; no shorter than a month is counted. */
  events: Days.min(40),
  /** What was delivered to other services; no shorter than a message may wait in a browser. */
  event_deliveries: Days.min(30),
})

export type Retention = z.output<typeof Retention>
