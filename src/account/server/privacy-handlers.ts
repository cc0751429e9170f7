import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { deleteAccount, exportUser } from '../privacy-calls.ts'
import { chosenTopics } from '../rules/mail-topics.ts'
import { eraseSessions } from './session-store.ts'
import { eraseAccount } from './account-store.ts'
import { signOutHere } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { eraseAddresses, readOwnAddresses } from './address-store.ts'
import { eraseEmailChanges } from './email-change-store.ts'
import { eraseLinks } from './link-store.ts'
import { deletePasskeysOf, readPasskeysOf } from './passkey-store.ts'
import { deletePreferences, readPreferences } from './mail-preference-store.ts'
import { liveSessionsOf } from './sessions.ts'
import { memberOf, requireProof } from './proofs.ts'
import { deleteRegistrationsOf } from './registration-store.ts'
import { deleteIdentitiesOf, readProvidersOf } from './sign-on-store.ts'

/** Everything about the member who asks and nobody else; other rooms add what they keep. */
export const createExportUser =
  ({ world, house }: AccountTools): Handler<typeof exportUser> =>
  async (context) => {
    const member = memberOf(context)
    const { accountId } = member
    const { database, clock } = world
    const account = await inTransaction(world, async (work) => {
      work.announce({ kind: 'account-alert', accountId, alert: 'data-exported' })
      return requireProof(work, member)
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
      mail_preferences: chosenTopics(await readPreferences(database, accountId)),
    }
    return z.record(z.string(), z.json()).parse({ ...own, ...(await house.dataOf(accountId)) })
  }

const liveFirst = 'Kindly cancel your subscriptions first, so that nothing more is charged.'

/** Ends every session and link, blanks names, addresses and e-mail; orders keep what the law asks for. */
export const createDeleteAccount =
  (tools: AccountTools): Handler<typeof deleteAccount> =>
  async (context, { email }) => {
    const member = memberOf(context)
    const { accountId, email: own } = member
    await inTransaction(tools.world, (work) => requireProof(work, member))
    if (email.trim().toLowerCase() !== own) {
      throw new ShopError('VALIDATION_ERROR', { fields: { email: 'This is not the email of your account.' } })
    }
    if (await tools.house.hasLiveSubscriptions(accountId)) {
      throw new ShopError('ACTION_NOT_ALLOWED', { detail: liveFirst, data: { reason: 'live-subscriptions' } })
    }
    await inTransaction(tools.world, async (work) => {
      const { email: formerEmail } = await requireProof(work, member)
      await eraseLinks(work.db, accountId)
      await eraseEmailChanges(work.db, accountId)
      await eraseSessions(work.db, accountId)
      await deleteIdentitiesOf(work.db, accountId)
      await deletePasskeysOf(work.db, accountId)
      await deletePreferences(work.db, accountId)
      await eraseAddresses(work.db, accountId, work.now)
      await tools.house.eraseElsewhere(work, accountId)
      await deleteRegistrationsOf(work.db, formerEmail)
      await eraseAccount(work.db, accountId, work.now)
      work.announce({ kind: 'account-deleted', formerEmail })
    })
    await signOutHere(tools, context)
    return { success: true }
  }
