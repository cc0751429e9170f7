import { ShopError } from '#shared/errors.ts'
import type { Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { changeEmail, confirmEmail, viewEmailLink } from '../settings-calls.ts'
import { isEmailTaken, moveEmail, readAccount } from './account-store.ts'
import { signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { closeLinks, readOpenLink, useLink } from './link-store.ts'
import { revokeSessionsOf } from './session-store.ts'
import { memberOf } from './settings-handlers.ts'
import { tokenHash } from './token-hash.ts'

/** Whether the new address has an account is told by mail alone (ruling 19). */
const createChangeEmail =
  (tools: AccountTools): Handler<typeof changeEmail> =>
  async (context, { new_email: email, email_password: password }) => {
    const { accountId } = memberOf(context)
    const account = await readAccount(tools.world.database, accountId)
    if (account === null) throw new ShopError('UNAUTHENTICATED')
    const { passwordHash } = account
    if (passwordHash !== null && (await tools.passwords.check(passwordHash, password)) === 'wrong') {
      const fields = { email_password: 'This is not your password.' }
      throw new ShopError('VALIDATION_ERROR', { fields })
    }
    await inTransaction(tools.world, async (work) =>
      work.announce({ kind: 'email-change-asked', accountId, email }),
    )
    return { success: true }
  }

const createViewEmailLink =
  ({ world }: AccountTools): Handler<typeof viewEmailLink> =>
  async (_context, { id }) => {
    const link = await readOpenLink(world.database, tokenHash(id), 'change-email', world.clock.now())
    if (link === null || link.newEmail === null) throw new ShopError('LINK_EXPIRED')
    return { email: link.newEmail }
  }

/** The former address hears of it; every older link and session ends. */
const createConfirmEmail =
  (tools: AccountTools): Handler<typeof confirmEmail> =>
  async (context, { id: token }) =>
    signInAs(tools, context, async (work) => {
      const link = await useLink(work.db, tokenHash(token), 'change-email', work.now)
      const account = link === null ? null : await readAccount(work.db, link.accountId)
      if (link === null || link.newEmail === null || account === null) throw new ShopError('LINK_EXPIRED')
      const moved = await moveEmail(work.db, account.id, link.newEmail, work.now)
      if (!moved) throw new ShopError('LINK_EXPIRED')
      for (const purpose of ['change-email', 'set-password', 'sign-in', 'verify'] as const) {
        await closeLinks(work.db, account.id, purpose, work.now)
      }
      await revokeSessionsOf(work.db, account.id, work.now)
      work.announce({ kind: 'email-changed', formerEmail: account.email })
      return { accountId: account.id, email: link.newEmail }
    }).catch((thrown: unknown) => {
      // Somebody registered the address in the same moment.
      throw isEmailTaken(thrown) ? new ShopError('LINK_EXPIRED', { cause: thrown }) : thrown
    })

/** Moves an account to another e-mail. */
export const createEmailSettings = (tools: AccountTools) => ({
  changeEmail: createChangeEmail(tools),
  viewEmailLink: createViewEmailLink(tools),
  confirmEmail: createConfirmEmail(tools),
})
