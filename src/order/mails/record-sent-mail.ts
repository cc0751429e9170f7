import { holdAccount } from '#account/server/accounts.ts'
import { rememberMail } from '#order/server/orders.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { MailAbout } from '#platform/mail-document.ts'
import { inTransaction } from '#platform/transaction.ts'

interface SentMail {
  readonly messageId: string
  readonly to: string
  readonly subject: string
}

/**
 * Remembers a mail about an order that the mail server has taken, once for a message id; nothing of an account that was deleted
 * meanwhile.
 */
export const recordSentMail = async (
  deps: AppDeps,
  { order, kind, isToRecipient = false }: MailAbout,
  { messageId, to, subject }: SentMail,
): Promise<void> => {
  const { id: orderId, accountId } = order
  await inTransaction(deps, async (tx) => {
    // Held: a row that comes while the account is being deleted would stay behind.
    if (!(await holdAccount(tx.db, accountId))) return
    await rememberMail(tx, { messageId, orderId, accountId, kind, isToRecipient, sentTo: to, subject })
  })
}
