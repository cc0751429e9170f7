import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { dueNotice } from '../rules/gift-notices.ts'
import { selectDue, selectGift, selectNextNoticeOn, updateGift } from './gift-store.ts'
import type { StoredGift } from './gift-store.ts'
import { lockGift } from './waiting-gift.ts'

/** Writes down one notice with its mail; nothing when another worker did so, or nobody waits for it any more. */
const sendNotice = async (work: Work, { id, orderId }: StoredGift): Promise<void> => {
  const waiting = await lockGift(work, orderId)
  const gift = await selectGift(work.db, id)
  const on = gift?.nextNoticeOn
  if (!gift || !on || Temporal.PlainDate.compare(on, work.today) > 0) return
  if (waiting === 'nothing') return updateGift(work, id, { nextNoticeOn: null })
  // The refund is carried out, or it is refused and the gift goes on.
  if (waiting === 'refund') return updateGift(work, id, { nextNoticeOn: work.today.add({ days: 1 }) })
  const firstOn = gift.sentAt === null ? work.today : dateIn(gift.sentAt, brand.timeZone)
  const due = dueNotice(gift.notices, firstOn, work.today)
  if (due === null) return updateGift(work, id, { nextNoticeOn: null })
  await updateGift(work, id, {
    notices: gift.notices + 1,
    nextNoticeOn: due.nextOn,
    ...(gift.sentAt === null ? { sentAt: work.now } : {}),
    ...(due.mail === 'unclaimed' ? {} : { mailedAt: work.now }),
  })
  work.announce({ kind: 'gift-mail', giftId: id, mail: due.mail })
}

/** Mails everything that is due of gifts: links on their day, reminders, notes to givers. Answers how many. */
export const sendDueGifts = async (world: World, batch = 50): Promise<number> => {
  let sent = 0
  for (;;) {
    const due = await selectDue(world.database, dateIn(world.clock.now(), brand.timeZone), batch)
    for (const gift of due) {
      await inTransaction(world, (work) => sendNotice(work, gift))
      world.reach('gift: mail written')
    }
    sent += due.length
    if (due.length < batch) return sent
  }
}

/** When the next mail of a gift is due. */
export const nextGiftDate = async ({ database }: World): Promise<Temporal.PlainDate | null> => {
  const on = await selectNextNoticeOn(database)
  return on === null ? null : Temporal.PlainDate.from(on)
}
