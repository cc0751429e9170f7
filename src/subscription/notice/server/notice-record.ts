import type { Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { noticeKinds } from '../rules/jurisdiction.ts'
import type { NoticeKind } from '../rules/jurisdiction.ts'

/** A notice as the shop works with it, without what it says. */
export interface StoredNotice {
  readonly id: string
  readonly subscriptionId: string
  readonly accountId: string
  /** Null for one that only a later release knows. */
  readonly kind: NoticeKind | null
  /** What makes it another one than the notices of its kind before. */
  readonly key: string
  readonly priceIncreaseId: string | null
  readonly eventOn: Temporal.PlainDate
  readonly toDays: number
  readonly madeAt: Temporal.Instant
  /** The shop's day on which its mail went out; null before. */
  readonly sentOn: Temporal.PlainDate | null
}

/** The columns of a notice. */
export const noticeColumns = [
  'id', 'subscription_id', 'account_id', 'kind', 'key', 'price_increase_id', 'event_on', 'to_days', 'made_at', 'sent_at',
] as const // prettier-ignore

export const noticeKindIn = (kind: string): NoticeKind | null =>
  noticeKinds.find((one) => one === kind) ?? null

/** A notice from its row. */
export const noticeFrom = (
  row: Pick<Selectable<Database['subscription_notice']>, (typeof noticeColumns)[number]>,
): StoredNotice => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  accountId: row.account_id,
  kind: noticeKindIn(row.kind),
  key: row.key,
  priceIncreaseId: row.price_increase_id,
  eventOn: Temporal.PlainDate.from(row.event_on),
  toDays: row.to_days,
  madeAt: Temporal.Instant.from(row.made_at),
  sentOn: row.sent_at === null ? null : dateIn(Temporal.Instant.from(row.sent_at), brand.timeZone),
})
