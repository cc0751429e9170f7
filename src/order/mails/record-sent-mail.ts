import { holdAccounts } from '#account/server/accounts.ts'
import { rememberMails } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { gathered } from '#platform/gathered.ts'
import type { MailAbout } from '#platform/mail-document.ts'
import { inTransaction } from '#platform/transaction.ts'

interface SentMail {
  readonly about: MailAbout
  readonly messageId: string
  readonly to: string
  readonly subject: string
}

const rowOf = ({ about: { order, kind, isToRecipient = false }, messageId, to, subject }: SentMail) => ({
  messageId,
  orderId: order.id,
  accountId: order.accountId,
  kind,
  isToRecipient,
  sentTo: to,
  subject,
})

const recordAll = async (deps: AppDeps, mails: readonly SentMail[]): Promise<ReadonlyMap<SentMail, true>> => {
  const rows = mails.map(rowOf)
  await inTransaction(deps, async (tx) => {
    // Held: a row that comes while the account is being deleted would stay behind.
    const accountIds = [...new Set(rows.map(({ accountId }) => accountId))]
    const held = await holdAccounts(tx.db, accountIds)
    await rememberMails(
      tx,
      rows.filter(({ accountId }) => held.has(accountId)),
    )
  })
  return new Map(mails.map((mail) => [mail, true]))
}

/**
 * Remembers mails about orders that the mail server has taken, once for a message id; nothing of an account that was deleted
 * meanwhile. Those that are taken at the same time are written together.
 */
export const sentMailRecorder = (deps: AppDeps): ((mail: SentMail) => Promise<void>) => {
  const record = gathered((mails: readonly SentMail[]) => recordAll(deps, mails), { oneAtATime: true })
  return async (mail) => void (await record(mail))
}
