import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { Work } from '#platform/world.ts'
import type { login, mailPasswordLink, recover, setPassword, viewPasswordLink } from '../calls.ts'
import { refusedPassword } from '../rules/password.ts'
import { endWays, waysInOf } from './access.ts'
import type { EndedWays } from './access.ts'
import { lockAccount, readAccount, replacePasswordHash, writePassword } from './account-store.ts'
import type { Account } from './account-store.ts'
import { endAllAccess, signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { findAccountByEmail } from './accounts.ts'
import { useCheck } from './check-store.ts'
import { readOpenLink, useLink } from './link-store.ts'
import { memberOf } from './proofs.ts'
import { deleteRegistrationsOf, readRegistrationOf } from './registration-store.ts'
import { tokenHash } from './token-hash.ts'

/** Spec §5, word for word. */
const unknownEmail = 'Apologies—we do not recognize your email. Kindly try again.'

/** Whether a password belongs to a pending registration, whether or not the e-mail has an account (ruling 19). */
const matchesPendingRegistration = async (
  { world, passwords }: AccountTools,
  email: string,
  typed: string,
): Promise<boolean> => {
  const waiting = await readRegistrationOf(world.database, email, 'first', world.clock.now())
  if (waiting === null || waiting.passwordHash === null) return false
  return (await passwords.check(waiting.passwordHash, typed)) !== 'wrong'
}

/** The same answer, after the same work, for an unknown e-mail, no password yet and a wrong password (ruling 19). */
export const createLogin =
  (tools: AccountTools): Handler<typeof login> =>
  async (context, { email, password }) => {
    await tools.limits.takeGuess(context, email)
    const account = await findAccountByEmail(tools.world.database, email)
    const passwordHash = account?.passwordHash ?? null
    const check = await tools.passwords.check(passwordHash, password)
    if (account === null || passwordHash === null || check === 'wrong')
      throw new ShopError(
        (await matchesPendingRegistration(tools, email, password)) ? 'UNVERIFIED_ACCOUNT' : 'USER_NOT_FOUND',
      )
    await tools.limits.forgiveGuesses(context, email)
    const { id } = account
    const renewed = check === 'right-but-old' ? await tools.passwords.hash(password) : null
    return signInAs(tools, context, async (work) => {
      // A new password, a moment ago, ended every session; the former one must not open another.
      if ((await lockAccount(work.db, id))?.passwordHash !== passwordHash)
        throw new ShopError('USER_NOT_FOUND')
      if (renewed !== null) await replacePasswordHash(work.db, id, passwordHash, renewed)
      return { accountId: id, email: account.email, proved: true }
    })
  }

const openLinkOf = async (tools: AccountTools, token: string): Promise<string> => {
  const { database, clock } = tools.world
  const accountId = await readOpenLink(database, tokenHash(token), 'set-password', clock.now())
  if (accountId === null) throw new ShopError('LINK_EXPIRED')
  return accountId
}

/** Whose link it is, and what else signs in there; looking does not use it up. */
export const createViewPasswordLink =
  (tools: AccountTools): Handler<typeof viewPasswordLink> =>
  async (_context, { token }) => {
    const { database } = tools.world
    const account = await readAccount(database, await openLinkOf(tools, token))
    if (account === null) throw new ShopError('LINK_EXPIRED')
    const { providers, passkeys } = await waysInOf(database, account.id)
    return {
      email: account.email,
      has_password: account.passwordHash !== null,
      shortest_password: tools.house.shortestPassword,
      providers: [...providers],
      passkeys: [...passkeys],
    }
  }

interface NewPassword extends EndedWays {
  readonly passwordHash: string
}

/**
 * Keeps a new password in an account that is locked, and ends whatever else lets in: every session, every link of every
 * purpose, and the ways in that were chosen from the list.
 */
export const takeNewPassword = async (
  tools: AccountTools,
  work: Work,
  account: Account,
  { passwordHash, ...ended }: NewPassword,
): Promise<void> => {
  await writePassword(work.db, account.id, passwordHash, work.now)
  await endAllAccess(tools, work, account.id)
  await endWays(work, account.id, ended)
  await deleteRegistrationsOf(work.db, account.email)
  // The first one is no change: its mail was the one with the link.
  if (account.passwordHash !== null) {
    work.announce({ kind: 'account-alert', accountId: account.id, alert: 'password-changed' })
  }
}

/**
 * Sets the password of a mailed link and signs its member in; for both `set-password` and `reset-password`.
 * A password that will not do leaves the link open. Of several uses at once one wins, the others get LINK_EXPIRED.
 */
export const createSetPassword =
  (tools: AccountTools): Handler<typeof setPassword> =>
  async (context, { token, password, ...ended }) => {
    const refused = refusedPassword(password, tools.house.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    // Asked before hashing, so that made-up links cost nothing.
    const accountId = await openLinkOf(tools, token)
    const passwordHash = await tools.passwords.hash(password)
    return signInAs(tools, context, async (work) => {
      const account = await lockAccount(work.db, accountId)
      const used = await useLink(work.db, tokenHash(token), 'set-password', work.now)
      if (account === null || used === null) throw new ShopError('LINK_EXPIRED')
      await takeNewPassword(tools, work, account, { passwordHash, ...ended })
      return { accountId, email: account.email, proved: true }
    })
  }

const mailLink = (tools: AccountTools, accountId: string): Promise<void> =>
  inTransaction(tools.world, async (work) =>
    work.announce({ kind: 'password-asked', accountId, reason: 'recover' }),
  )

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
  async (context: CallContext, { email, captcha, website }) => {
    await takeCheck(tools, captcha, website)
    const account = await findAccountByEmail(tools.world.database, email)
    const asked = (await tools.limits.mayMailLink(context, 'set-password', email)) && account !== null
    if (asked) await mailLink(tools, account.id)
    if (asked || tools.house.enumeration === 'hide') return { success: true }
    if (account === null) {
      throw new ShopError('USER_NOT_FOUND', { detail: unknownEmail, fields: { email: unknownEmail } })
    }
    throw new ShopError('TOO_MANY_REQUESTS')
  }

export const createMailPasswordLink =
  (tools: AccountTools): Handler<typeof mailPasswordLink> =>
  async (context) => {
    const { accountId, email } = memberOf(context)
    if (!(await tools.limits.mayMailLink(context, 'set-password', email)))
      throw new ShopError('TOO_MANY_REQUESTS')
    await mailLink(tools, accountId)
    return { success: true }
  }
