import type { Expression } from 'kysely'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { dueNotice } from '../rules/gift-state.ts'
import { hasDue, selectDue, selectGift, selectNextNoticeOn, updateGift } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { lockGift } from './claim-gift.ts'

/** Writes one notice with its mail; nothing when another worker did so, or when it is not needed anymore. */
const sendNotice = async (tx: Tx, { id, orderId }: StoredGift): Promise<void> => {
  const waiting = await lockGift(tx, orderId)
  const gift = await selectGift(tx.db, id)
  const on = gift?.nextNoticeOn
  if (!gift || !on || Temporal.PlainDate.compare(on, tx.today) > 0) return
  if (waiting === 'nothing') return updateGift(tx, id, { nextNoticeOn: null })
  // The refund is completed, or it is refused and the gift continues.
  if (waiting === 'refund') return updateGift(tx, id, { nextNoticeOn: tx.today.add({ days: 1 }) })
  const firstOn = gift.sentAt === null ? tx.today : dateIn(gift.sentAt, brand.timeZone)
  const due = dueNotice(gift.notices, firstOn, tx.today)
  if (due === null) return updateGift(tx, id, { nextNoticeOn: null })
  await updateGift(tx, id, {
    notices: gift.notices + 1,
    nextNoticeOn: due.nextOn,
    ...(gift.sentAt === null ? { sentAt: tx.now } : {}),
    ...(due.mail === 'unclaimed' ? {} : { mailedAt: tx.now }),
  })
  tx.publish({ kind: 'gift-mail', giftId: id, mail: due.mail })
}

/** Whether `sendDueGifts` has something to do. */
export const hasDueGifts = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): Expression<boolean> =>
  hasDue(database, dateIn(clock.now(), brand.timeZone))

/** Mails everything that is due of gifts: links on their day, reminders, notes to givers. Returns how many. */
export const sendDueGifts = async (deps: AppDeps, batch = 50): Promise<number> => {
  let sent = 0
  for (;;) {
    const due = await selectDue(deps.database, dateIn(deps.clock.now(), brand.timeZone), batch)
    for (const gift of due) {
      await inTransaction(deps, (tx) => sendNotice(tx, gift))
      deps.reachCrashPoint('gift: mail written')
    }
    sent += due.length
    if (due.length < batch) return sent
  }
}

/** When the next mail of a gift is due. */
export const nextGiftDate = async ({ database }: AppDeps): Promise<Temporal.PlainDate | null> => {
  const on = await selectNextNoticeOn(database)
  return on === null ? null : Temporal.PlainDate.from(on)
}
