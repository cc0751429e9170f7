import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { Work } from '#platform/world.ts'
import type { login, mailPasswordLink, recover, setPassword, viewPasswordLink } from '../calls.ts'
import { refusedPassword } from '../rules/password.ts'
import { linksPerHour } from '../rules/session-limits.ts'
import { readAccount, replacePasswordHash, writePassword } from './account-store.ts'
import { signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { findAccountByEmail } from './accounts.ts'
import { useCheck } from './check-store.ts'
import { memberOf } from './settings-handlers.ts'
import { deleteIdentitiesOf } from './sign-on-store.ts'
import { closeLinks, countLinksSince, readOpenLink, useLink } from './link-store.ts'
import { revokeSessionsOf } from './session-store.ts'
import { tokenHash } from './token-hash.ts'

/** Spec §5, word for word. */
const unknownEmail = 'Apologies—we do not recognize your email. Kindly try again.'

/** The same answer, after the same work, for an unknown e-mail, no password yet and a wrong password (ruling 19). */
export const createLogin =
  (tools: AccountTools): Handler<typeof login> =>
  async (context, { email, password }) => {
    const account = await findAccountByEmail(tools.world.database, email)
    const check = await tools.passwords.check(account?.passwordHash ?? null, password)
    if (account === null || account.passwordHash === null || check === 'wrong')
      throw new ShopError('USER_NOT_FOUND')
    if (!account.verified) throw new ShopError('UNVERIFIED_ACCOUNT')
    const { id, passwordHash } = account
    const renewed = check === 'right-but-old' ? await tools.passwords.hash(password) : null
    return signInAs(tools, context, async (work) => {
      if (renewed !== null) await replacePasswordHash(work.db, id, passwordHash, renewed)
      return { accountId: id, email: account.email }
    })
  }

const openLinkOf = async (tools: AccountTools, token: string): Promise<string> => {
  const { database, clock } = tools.world
  const link = await readOpenLink(database, tokenHash(token), 'set-password', clock.now())
  if (link === null) throw new ShopError('LINK_EXPIRED')
  return link.accountId
}

/** Whose link it is; looking does not use it up. */
export const createViewPasswordLink =
  (tools: AccountTools): Handler<typeof viewPasswordLink> =>
  async (_context, { token }) => {
    const account = await readAccount(tools.world.database, await openLinkOf(tools, token))
    if (account === null) throw new ShopError('LINK_EXPIRED')
    return {
      email: account.email,
      has_password: account.passwordHash !== null,
      shortest_password: tools.house.shortestPassword,
    }
  }

const takeNewPassword = async (work: Work, token: string, passwordHash: string) => {
  const link = await useLink(work.db, tokenHash(token), 'set-password', work.now)
  const account = link === null ? null : await readAccount(work.db, link.accountId)
  if (account === null) throw new ShopError('LINK_EXPIRED')
  // Whoever came in before the mailbox was shown to be theirs may have been somebody else.
  if (!account.verified) await deleteIdentitiesOf(work.db, account.id)
  await writePassword(work.db, account.id, passwordHash, work.now)
  // A new password ends every other way in: older links and whoever is signed in elsewhere.
  await closeLinks(work.db, account.id, 'set-password', work.now)
  await revokeSessionsOf(work.db, account.id, work.now)
  // The first one is no change: its mail was the one with the link.
  if (account.passwordHash !== null) {
    work.announce({ kind: 'way-in-changed', accountId: account.id, change: 'password-changed' })
  }
  return { accountId: account.id, email: account.email }
}

/**
 * Sets the password of a mailed link and signs its member in; for both `set-password` and `reset-password`.
 * A password that will not do leaves the link open. Of several uses at once one wins, the others get LINK_EXPIRED.
 */
export const createSetPassword =
  (tools: AccountTools): Handler<typeof setPassword> =>
  async (context, { token, password }) => {
    const refused = refusedPassword(password, tools.house.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    // Asked before hashing, so that made-up links cost nothing.
    await openLinkOf(tools, token)
    const passwordHash = await tools.passwords.hash(password)
    return signInAs(tools, context, (work) => takeNewPassword(work, token, passwordHash))
  }

const askForLink = (tools: AccountTools, accountId: string): Promise<boolean> =>
  inTransaction(tools.world, async (work) => {
    const recent = await countLinksSince(work.db, accountId, work.now.subtract({ hours: 1 }))
    if (recent >= linksPerHour) return false
    work.announce({ kind: 'password-asked', accountId, reason: 'recover' })
    return true
  })

/** A check is used up before the e-mail is looked for, so that each question costs one. */
const takeCheck = async ({ world, house }: AccountTools, captcha: string, website: string): Promise<void> => {
  if (website !== '') throw new ShopError('CAPTCHA_FAILED')
  const key = await house.human.verify(captcha)
  const taken = await inTransaction(world, (work) => useCheck(work.db, key, work.now))
  if (!taken) throw new ShopError('CAPTCHA_FAILED')
}

/** Has a link mailed to whoever shows to be a person. Whether an unknown e-mail is named is the operator's choice (ruling 19). */
export const createRecover =
  (tools: AccountTools): Handler<typeof recover> =>
  async (_context: CallContext, { email, captcha, website }) => {
    await takeCheck(tools, captcha, website)
    const account = await findAccountByEmail(tools.world.database, email)
    const asked = account !== null && (await askForLink(tools, account.id))
    if (asked || tools.house.enumeration === 'hide') return { success: true }
    if (account === null) {
      throw new ShopError('USER_NOT_FOUND', { detail: unknownEmail, fields: { email: unknownEmail } })
    }
    throw new ShopError('TOO_MANY_REQUESTS')
  }

export const createMailPasswordLink =
  (tools: AccountTools): Handler<typeof mailPasswordLink> =>
  async (context) => {
    if (!(await askForLink(tools, memberOf(context).accountId))) throw new ShopError('TOO_MANY_REQUESTS')
    return { success: true }
  }
