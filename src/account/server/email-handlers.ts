import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as calls from '../email-calls.ts'
import { linksPerHour, recoveryLinkLife } from '../rules/session-limits.ts'
import { isEmailTaken, lockAccount, moveEmail, readAccount } from './account-store.ts'
import { endAllAccess, signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import {
  countEmailChanges,
  endEmailChanges,
  insertEmailChange,
  isChangePending,
  readOpenEmailChange,
} from './email-change-store.ts'
import type { EmailChange } from './email-change-store.ts'
import { readOpenLink, useLink } from './link-store.ts'
import { memberOf, requireProof } from './proofs.ts'
import { deleteRegistrationsOf } from './registration-store.ts'
import { readProof, revokeSession } from './session-store.ts'
import { tokenHash } from './token-hash.ts'

/**
 * Only a mail says whether the new address has an account (ruling 19). A request for another address replaces older
 * requests; a repeated request keeps its link, because a mailbox gets one mail an hour.
 */
const createChangeEmail =
  ({ world }: AccountTools): Handler<typeof calls.changeEmail> =>
  async (context, { new_email: newEmail }) => {
    const member = memberOf(context)
    const { accountId, sessionId } = member
    await inTransaction(world, async (work) => {
      const { email: formerEmail } = await requireProof(work, member)
      if (await isChangePending(work.db, { accountId, sessionId, newEmail }, work.now)) return
      const recent = await countEmailChanges(work.db, accountId, work.now.subtract({ hours: 1 }))
      if (recent >= linksPerHour) throw new ShopError('TOO_MANY_REQUESTS')
      await endEmailChanges(work.db, { accountId }, work.now)
      const id = work.ids.uuid()
      const change = { id, accountId, sessionId, formerEmail, newEmail }
      await insertEmailChange(work.db, change, work.now, work.now.add(recoveryLinkLife))
      work.announce({ kind: 'email-change-asked', emailChangeId: id })
    })
    return { success: true }
  }

type Purpose = 'change-email' | 'stop-email-change'

/** The change that a link is about, while both would still do something. Throws LINK_EXPIRED. */
const changeOf = async (
  { world: { database, clock } }: AccountTools,
  token: string,
  purpose: Purpose,
): Promise<EmailChange> => {
  const now = clock.now()
  const id = await readOpenLink(database, tokenHash(token), purpose, now)
  const change = id === null ? null : await readOpenEmailChange(database, id, now)
  if (change === null) throw new ShopError('LINK_EXPIRED')
  return change
}

const isBegunBy = ({ actor }: CallContext, { accountId, sessionId }: EmailChange): boolean =>
  actor.kind === 'member' && actor.accountId === accountId && actor.sessionId === sessionId

const createViewEmailLink =
  (tools: AccountTools): Handler<typeof calls.viewEmailLink> =>
  async (context, { id }) => {
    const change = await changeOf(tools, id, 'change-email')
    const account = await readAccount(tools.world.database, change.accountId)
    const confirm_by = isBegunBy(context, change)
      ? ('session' as const)
      : account?.passwordHash
        ? ('password' as const)
        : ('elsewhere' as const)
    return { email: change.newEmail, confirm_by }
  }

const elsewhere = 'Kindly open this link in the browser where you asked for the change, signed in.'

/** The hash that the typed password fits. Throws VALIDATION_ERROR. */
const checkedPassword = async (
  { world, passwords, limits }: AccountTools,
  { accountId }: EmailChange,
  context: CallContext,
  typed: string,
): Promise<string> => {
  const { email = '', passwordHash = null } = (await readAccount(world.database, accountId)) ?? {}
  if (passwordHash === null) throw new ShopError('VALIDATION_ERROR', { fields: { password: elsewhere } })
  await limits.takeGuess(context, email)
  const fields = { password: 'This is not your password.' }
  if ((await passwords.check(passwordHash, typed)) === 'wrong')
    throw new ShopError('VALIDATION_ERROR', { fields, security: 'wrong password' })
  await limits.forgiveGuesses(context, email)
  return passwordHash
}

/**
 * A link alone moves nothing: it takes the session that began the change, or the password. The former address hears of
 * it; every link and session ends.
 */
const createConfirmEmail =
  (tools: AccountTools): Handler<typeof calls.confirmEmail> =>
  async (context, { id: token, password }) => {
    const change = await changeOf(tools, token, 'change-email')
    const { accountId, newEmail } = change
    const proved = isBegunBy(context, change) ? null : await checkedPassword(tools, change, context, password)
    return signInAs(tools, context, async (work) => {
      const account = await lockAccount(work.db, accountId)
      const used = await useLink(work.db, tokenHash(token), 'change-email', work.now)
      const open = used === null ? null : await readOpenEmailChange(work.db, used, work.now)
      if (account === null || open === null) throw new ShopError('LINK_EXPIRED')
      // What let this request in was ended or changed a moment ago.
      const stillLetIn =
        proved === null
          ? (await readProof(work.db, accountId, open.sessionId ?? '')) !== undefined
          : account.passwordHash === proved
      if (!stillLetIn) throw new ShopError('LINK_EXPIRED')
      if (!(await moveEmail(work.db, accountId, newEmail, work.now))) throw new ShopError('LINK_EXPIRED')
      await deleteRegistrationsOf(work.db, newEmail)
      await endAllAccess(tools, work, accountId)
      work.announce({ kind: 'email-changed', formerEmail: account.email })
      return { accountId, email: newEmail, proved: proved !== null }
    }).catch((thrown: unknown) => {
      // Somebody registered the address in the same moment.
      throw isEmailTaken(thrown) ? new ShopError('LINK_EXPIRED', { cause: thrown }) : thrown
    })
  }

const createViewStopEmailLink =
  (tools: AccountTools): Handler<typeof calls.viewStopEmailLink> =>
  async (_context, { id }) => ({ email: (await changeOf(tools, id, 'stop-email-change')).newEmail })

/** Whoever reads the former mailbox and did not ask: the session that did is not theirs, so it ends with the change. */
const createStopEmailChange =
  (tools: AccountTools): Handler<typeof calls.stopEmailChange> =>
  async (context, { id: token }) => {
    const change = await changeOf(tools, token, 'stop-email-change')
    const { accountId, sessionId } = change
    await inTransaction(tools.world, async (work) => {
      await lockAccount(work.db, accountId)
      const used = await useLink(work.db, tokenHash(token), 'stop-email-change', work.now)
      if (used === null) throw new ShopError('LINK_EXPIRED')
      await endEmailChanges(work.db, { accountId }, work.now)
      if (sessionId !== null && !isBegunBy(context, change)) await revokeSession(work.db, sessionId, work.now)
    })
    return { success: true }
  }

/** Moves an account to another e-mail, or keeps it from moving. */
export const createEmailSettings = (tools: AccountTools) => ({
  changeEmail: createChangeEmail(tools),
  viewEmailLink: createViewEmailLink(tools),
  confirmEmail: createConfirmEmail(tools),
  viewStopEmailLink: createViewStopEmailLink(tools),
  stopEmailChange: createStopEmailChange(tools),
})
