import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { deleteAccount, exportUser } from '../privacy-endpoints.ts'
import { topicPreferences } from '../rules/mail-topics.ts'
import { eraseSessions } from './session-store.ts'
import { eraseAccount } from './account-store.ts'
import { signOutHere } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { eraseAddresses, readOwnAddresses } from './address-store.ts'
import { eraseEmailChanges } from './email-change-store.ts'
import { eraseLinks } from './link-store.ts'
import { deletePasskeysOf, readPasskeysOf } from './passkey-store.ts'
import { deletePreferences, readPreferences } from './mail-preference-store.ts'
import { liveSessionsOf } from './sessions.ts'
import { requireProof } from './proofs.ts'
import { deleteRegistrationsOf } from './registration-store.ts'
import { deleteIdentitiesOf, readProvidersOf } from './sign-on-store.ts'
import { memberOf } from '#platform/request-context.ts'

/** All data about the signed-in member; other modules add what they store. */
export const createExportUser =
  ({ deps, accountDeps }: AccountServices): Handler<typeof exportUser> =>
  async (context) => {
    const member = memberOf(context)
    const { accountId } = member
    const { database, clock } = deps
    const account = await inTransaction(deps, async (tx) => {
      tx.publish({ kind: 'account-alert', accountId, alert: 'data-exported' })
      return requireProof(tx, member)
    })
    const { email, firstName, lastName, phone, verified } = account
    const own = {
      account: { email, firstName, lastName, phone, verified },
      addresses: await readOwnAddresses(database, accountId),
      sessions: await liveSessionsOf(database, accountId, clock.now()),
      sign_on_providers: await readProvidersOf(database, accountId),
      passkeys: (await readPasskeysOf(database, accountId)).map(({ name, created_at, last_used_at }) => ({
        name,
        created_at,
        last_used_at,
      })),
      mail_preferences: topicPreferences(await readPreferences(database, accountId)),
    }
    return z.record(z.string(), z.json()).parse({ ...own, ...(await accountDeps.dataOf(accountId)) })
  }

const chargesToComeMessages = {
  'live-subscriptions': 'Please cancel your subscriptions first, so you won’t be charged again.',
  'charge-in-flight': 'We’re still confirming a payment. Please try again in a few minutes.',
} as const

/** In the transaction of the deletion: a purchase or a change in another window comes before it, or is refused. */
const refuseWhileCharged = async (
  { accountDeps }: AccountServices,
  tx: Tx,
  accountId: string,
): Promise<void> => {
  const reason = await accountDeps.chargesToCome(tx, accountId)
  if (reason !== null)
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: chargesToComeMessages[reason], data: { reason } })
}

/** Ends every session and link, blanks names, addresses and e-mail; orders keep what the law requires. */
export const createDeleteAccount =
  (services: AccountServices): Handler<typeof deleteAccount> =>
  async (context, { email }) => {
    const member = memberOf(context)
    const { accountId, email: own } = member
    await inTransaction(services.deps, (tx) => requireProof(tx, member))
    if (email.trim().toLowerCase() !== own) {
      throw new ShopError('VALIDATION_ERROR', { fields: { email: 'That’s not your account’s email.' } })
    }
    await inTransaction(services.deps, async (tx) => {
      await services.accountDeps.beforeErase(tx, accountId)
      const { email: formerEmail } = await requireProof(tx, member)
      await refuseWhileCharged(services, tx, accountId)
      await eraseLinks(tx.db, accountId)
      const formerEmails = await eraseEmailChanges(tx.db, accountId)
      await eraseSessions(tx.db, accountId)
      await deleteIdentitiesOf(tx.db, accountId)
      await deletePasskeysOf(tx.db, accountId)
      await deletePreferences(tx.db, accountId)
      await eraseAddresses(tx.db, accountId, tx.now)
      await services.accountDeps.eraseElsewhere(tx, accountId, formerEmails)
      await deleteRegistrationsOf(tx.db, formerEmail)
      await eraseAccount(tx.db, accountId, tx.now)
      tx.publish({ kind: 'account-deleted', formerEmail })
    })
    await signOutHere(services, context)
    return { success: true }
  }
