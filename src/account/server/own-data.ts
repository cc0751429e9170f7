import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import { topicPreferences } from '../rules/mail-topics.ts'
import { eraseAccount } from './account-store.ts'
import type { Account } from './account-store.ts'
import type { AccountServices } from './account-services.ts'
import { eraseAddresses, readOwnAddresses } from './address-store.ts'
import { eraseEmailChanges } from './email-change-store.ts'
import { eraseLinks } from './link-store.ts'
import { deletePasswordChoices } from './password-choice-store.ts'
import { deleteWantedPreferences, readPreferences } from './mail-preference-store.ts'
import { deletePasskeysOf, readPasskeysOf } from './passkey-store.ts'
import { deleteRegistrationsOf } from './registration-store.ts'
import { eraseSessions } from './session-store.ts'
import { liveSessionsOf } from './sessions.ts'
import { deleteIdentitiesOf, readProvidersOf } from './sign-on-store.ts'

export { writeNames } from './account-store.ts'

type OwnDataServices = Pick<AccountServices, 'deps' | 'accountDeps'>

/** All data about a member, for the member's download and the operator's; other modules add what they store. */
export const dataOfMember = async (
  { deps, accountDeps }: OwnDataServices,
  { id, email, firstName, lastName, phone, verified }: Account,
): Promise<Record<string, z.output<ReturnType<typeof z.json>>>> => {
  const { database, clock } = deps
  const own = {
    account: { email, firstName, lastName, phone, verified },
    addresses: await readOwnAddresses(database, id),
    sessions: await liveSessionsOf(database, id, clock.now()),
    sign_on_providers: await readProvidersOf(database, id),
    passkeys: (await readPasskeysOf(database, id)).map(({ name, created_at, last_used_at }) => ({
      name,
      created_at,
      last_used_at,
    })),
    mail_preferences: topicPreferences(await readPreferences(database, id)),
  }
  return z.record(z.string(), z.json()).parse({ ...own, ...(await accountDeps.dataOf(id)) })
}

const chargesToComeMessages = {
  'live-subscriptions': 'Please cancel your subscriptions first, so you won’t be charged again.',
  'charge-in-flight': 'We’re still confirming a payment. Please try again in a few minutes.',
} as const

/** In the transaction of the deletion: a purchase or a change in another window comes before it, or is refused. */
const refuseWhileCharged = async (
  { accountDeps }: OwnDataServices,
  tx: Tx,
  accountId: string,
): Promise<void> => {
  const reason = await accountDeps.chargesToCome(tx, accountId)
  if (reason !== null)
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: chargesToComeMessages[reason], data: { reason } })
}

/**
 * Ends every session and link, blanks names, addresses and e-mail; orders keep what the law requires. `lock` locks the account
 * and makes sure that who deletes it may; it is called after the locks of what charges the account. Throws
 * ACTION_NOT_ALLOWED while a charge is to come.
 */
export const eraseMember = async (
  services: OwnDataServices,
  tx: Tx,
  accountId: string,
  lock: () => Promise<Account>,
): Promise<void> => {
  await services.accountDeps.beforeErase(tx, accountId)
  const { email: formerEmail, locale } = await lock()
  await refuseWhileCharged(services, tx, accountId)
  await eraseLinks(tx.db, accountId)
  await deletePasswordChoices(tx.db, { accountId })
  const formerEmails = await eraseEmailChanges(tx.db, accountId)
  await eraseSessions(tx.db, accountId)
  await deleteIdentitiesOf(tx.db, accountId)
  await deletePasskeysOf(tx.db, accountId)
  await deleteWantedPreferences(tx.db, accountId)
  await eraseAddresses(tx.db, accountId, tx.now)
  await services.accountDeps.eraseElsewhere(tx, accountId, formerEmails)
  await deleteRegistrationsOf(tx.db, formerEmail)
  await eraseAccount(tx.db, accountId, tx.now)
  tx.publish({ kind: 'account-deleted', accountId, formerEmail, locale })
}
