import { ShopError } from '#shared/errors.ts'
import { memberOf } from '#platform/request-context.ts'
import type { Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { deleteAccount, exportUser } from '../privacy-endpoints.ts'
import { signOutHere } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { dataOfMember, eraseMember } from './own-data.ts'
import { requireProof } from './proofs.ts'

/** All data about the signed-in member. */
export const createExportUser =
  (services: AccountServices): Handler<typeof exportUser> =>
  async (context) => {
    const member = memberOf(context)
    const account = await inTransaction(services.deps, async (tx) => {
      tx.publish({ kind: 'account-alert', accountId: member.accountId, alert: 'data-exported' })
      return requireProof(tx, member)
    })
    return dataOfMember(services, account)
  }

/** Deletes the signed-in member's account. */
export const createDeleteAccount =
  (services: AccountServices): Handler<typeof deleteAccount> =>
  async (context, { email }) => {
    const member = memberOf(context)
    const { accountId, email: own } = member
    await inTransaction(services.deps, (tx) => requireProof(tx, member))
    if (email.trim().toLowerCase() !== own) {
      throw new ShopError('VALIDATION_ERROR', { fields: { email: 'That’s not your account’s email.' } })
    }
    await inTransaction(services.deps, (tx) =>
      eraseMember(services, tx, accountId, () => requireProof(tx, member)),
    )
    await signOutHere(services, context)
    return { success: true }
  }
