import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type * as endpoints from '../email-endpoints.ts'
import { linksPerHour, recoveryLinkLifetime } from '../rules/session.ts'
import { isEmailTaken, lockAccount, moveEmail, readAccount } from './account-store.ts'
import { endAllAccess, signInAs } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import {
  countEmailChanges,
  endEmailChanges,
  insertEmailChange,
  isChangePending,
  readOpenEmailChange,
} from './email-change-store.ts'
import type { EmailChange } from './email-change-store.ts'
import { readOpenLink, useLink } from './link-store.ts'
import { requireProof } from './proofs.ts'
import { deleteRegistrationsOf } from './registration-store.ts'
import { readProof, revokeSession } from './session-store.ts'
import { tokenHash } from './token-hash.ts'
import { memberOf } from '#platform/request-context.ts'

/**
 * Only a mail says whether the new address has an account (ruling 19). A request for another address replaces older
 * requests; a repeated request keeps its link, because a mailbox gets one mail an hour.
 */
const createChangeEmail =
  ({ deps }: AccountServices): Handler<typeof endpoints.changeEmail> =>
  async (context, { new_email: newEmail }) => {
    const member = memberOf(context)
    const { accountId, sessionId } = member
    await inTransaction(deps, async (tx) => {
      const { email: formerEmail } = await requireProof(tx, member)
      if (await isChangePending(tx.db, { accountId, sessionId, newEmail }, tx.now)) return
      const recent = await countEmailChanges(tx.db, accountId, tx.now.subtract({ hours: 1 }))
      if (recent >= linksPerHour) throw new ShopError('TOO_MANY_REQUESTS')
      await endEmailChanges(tx.db, { accountId }, tx.now)
      const id = tx.ids.uuid()
      const change = { id, accountId, sessionId, formerEmail, newEmail }
      await insertEmailChange(tx.db, change, tx.now, tx.now.add(recoveryLinkLifetime))
      tx.publish({ kind: 'email-change-requested', emailChangeId: id })
    })
    return { success: true }
  }

type Purpose = 'change-email' | 'stop-email-change'

/** The change that a link is about, while both would still do something. Throws LINK_EXPIRED. */
const changeOf = async (
  { deps: { database, clock } }: AccountServices,
  token: string,
  purpose: Purpose,
): Promise<EmailChange> => {
  const now = clock.now()
  const id = await readOpenLink(database, tokenHash(token), purpose, now)
  const change = id === null ? null : await readOpenEmailChange(database, id, now)
  if (change === null) throw new ShopError('LINK_EXPIRED')
  return change
}

const isStartedBy = ({ actor }: RequestContext, { accountId, sessionId }: EmailChange): boolean =>
  actor.kind === 'member' && actor.accountId === accountId && actor.sessionId === sessionId

const createViewEmailLink =
  (services: AccountServices): Handler<typeof endpoints.viewEmailLink> =>
  async (context, { id }) => {
    const change = await changeOf(services, id, 'change-email')
    const account = await readAccount(services.deps.database, change.accountId)
    const confirm_by = isStartedBy(context, change)
      ? ('session' as const)
      : account?.passwordHash
        ? ('password' as const)
        : ('elsewhere' as const)
    return { email: change.newEmail, confirm_by }
  }

const elsewhereMessage =
  'Please open this link in the browser where you requested the change, while you’re signed in.'

/** The hash that the typed password fits. Throws VALIDATION_ERROR. */
const checkedPassword = async (
  { deps, passwords, limits }: AccountServices,
  { accountId }: EmailChange,
  context: RequestContext,
  entered: string,
): Promise<string> => {
  const { email = '', passwordHash = null } = (await readAccount(deps.database, accountId)) ?? {}
  if (passwordHash === null)
    throw new ShopError('VALIDATION_ERROR', { fields: { password: elsewhereMessage } })
  await limits.takeGuess(context, email)
  const fields = { password: 'That’s not your password.' }
  if ((await passwords.check(passwordHash, entered)) === 'wrong')
    throw new ShopError('VALIDATION_ERROR', { fields, security: 'wrong password' })
  await limits.forgiveGuesses(context, email)
  return passwordHash
}

/**
 * A link alone changes nothing: it takes the session that started the change, or the password. The former address is
 * notified; every link and session ends.
 */
const createConfirmEmail =
  (services: AccountServices): Handler<typeof endpoints.confirmEmail> =>
  async (context, { id: token, password }) => {
    const change = await changeOf(services, token, 'change-email')
    const { accountId, newEmail } = change
    const proved = isStartedBy(context, change)
      ? null
      : await checkedPassword(services, change, context, password)
    return signInAs(services, context, async (tx) => {
      const account = await lockAccount(tx.db, accountId)
      const used = await useLink(tx.db, tokenHash(token), 'change-email', tx.now)
      const open = used === null ? null : await readOpenEmailChange(tx.db, used, tx.now)
      if (account === null || open === null) throw new ShopError('LINK_EXPIRED')
      // What let this request in was ended or changed a moment ago.
      const isStillAuthorized =
        proved === null
          ? (await readProof(tx.db, accountId, open.sessionId ?? '')) !== undefined
          : account.passwordHash === proved
      if (!isStillAuthorized) throw new ShopError('LINK_EXPIRED')
      if (!(await moveEmail(tx.db, accountId, newEmail, tx.now))) throw new ShopError('LINK_EXPIRED')
      await deleteRegistrationsOf(tx.db, newEmail)
      await endAllAccess(services, tx, accountId)
      tx.publish({
        kind: 'email-changed',
        accountId,
        formerEmail: account.email,
        locale: account.locale,
      })
      return { accountId, email: newEmail, proved: proved !== null }
    }).catch((thrown: unknown) => {
      // Somebody registered the address at the same moment.
      throw isEmailTaken(thrown) ? new ShopError('LINK_EXPIRED', { cause: thrown }) : thrown
    })
  }

const createViewStopEmailLink =
  (services: AccountServices): Handler<typeof endpoints.viewStopEmailLink> =>
  async (_context, { id }) => ({ email: (await changeOf(services, id, 'stop-email-change')).newEmail })

/**
 * The owner of the former mailbox did not request it: the session that did is not theirs, so it ends with the change.
 */
const createStopEmailChange =
  (services: AccountServices): Handler<typeof endpoints.stopEmailChange> =>
  async (context, { id: token }) => {
    const change = await changeOf(services, token, 'stop-email-change')
    const { accountId, sessionId } = change
    await inTransaction(services.deps, async (tx) => {
      await lockAccount(tx.db, accountId)
      const used = await useLink(tx.db, tokenHash(token), 'stop-email-change', tx.now)
      if (used === null) throw new ShopError('LINK_EXPIRED')
      await endEmailChanges(tx.db, { accountId }, tx.now)
      if (sessionId !== null && !isStartedBy(context, change)) await revokeSession(tx.db, sessionId, tx.now)
    })
    return { success: true }
  }

/** Moves an account to another e-mail, or prevents it. */
export const createEmailSettings = (services: AccountServices) => ({
  changeEmail: createChangeEmail(services),
  viewEmailLink: createViewEmailLink(services),
  confirmEmail: createConfirmEmail(services),
  viewStopEmailLink: createViewStopEmailLink(services),
  stopEmailChange: createStopEmailChange(services),
})
