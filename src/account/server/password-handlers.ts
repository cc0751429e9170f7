import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { login, mailPasswordLink, recover, setPassword, viewPasswordLink } from '../endpoints.ts'
import { passwordRefusal } from '../rules/password.ts'
import { endSignInMethods, signInMethodsOf } from './access.ts'
import type { EndedSignInMethods } from './access.ts'
import { lockAccount, readAccount, replacePasswordHash, writePassword } from './account-store.ts'
import type { Account } from './account-store.ts'
import { endAllAccess, signInAs } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { findAccountByEmail } from './accounts.ts'
import { useCheck } from './check-store.ts'
import { chosenPassword } from './first-password.ts'
import { readOpenLink, useLink } from './link-store.ts'
import { deleteRegistrationsOf, readRegistrationOf } from './registration-store.ts'
import { tokenHash } from './token-hash.ts'
import { memberOf } from '#platform/request-context.ts'

/** Spec §5, word for word. */
const unknownEmail = 'Apologies—we do not recognize your email. Kindly try again.'

/** Whether a password belongs to a pending registration, whether or not the e-mail has an account (ruling 19). */
const matchesPendingRegistration = async (
  { deps, passwords }: AccountServices,
  email: string,
  entered: string,
): Promise<boolean> => {
  const pending = await readRegistrationOf(deps.database, email, 'first', deps.clock.now())
  if (pending === null || pending.passwordHash === null) return false
  return (await passwords.check(pending.passwordHash, entered)) !== 'wrong'
}

/** The same response, after the same work, for an unknown e-mail, no password yet and a wrong password (ruling 19). */
export const createLogin =
  (services: AccountServices): Handler<typeof login> =>
  async (context, { email, password }) => {
    await services.limits.takeGuess(context, email)
    const account = await findAccountByEmail(services.deps.database, email)
    const passwordHash = account?.passwordHash ?? null
    const check = await services.passwords.check(passwordHash, password)
    if (account === null || passwordHash === null || check === 'wrong')
      throw new ShopError(
        (await matchesPendingRegistration(services, email, password))
          ? 'UNVERIFIED_ACCOUNT'
          : 'USER_NOT_FOUND',
      )
    await services.limits.forgiveGuesses(context, email)
    const { id } = account
    const rehashed = check === 'right-but-outdated' ? await services.passwords.hash(password) : null
    return signInAs(services, context, async (tx) => {
      // A new password, a moment ago, ended every session; the former one must not open another.
      if ((await lockAccount(tx.db, id))?.passwordHash !== passwordHash) throw new ShopError('USER_NOT_FOUND')
      if (rehashed !== null) await replacePasswordHash(tx.db, id, passwordHash, rehashed)
      return { accountId: id, email: account.email, proved: true }
    })
  }

const accountOfLink = async (services: AccountServices, token: string): Promise<string> => {
  const { database, clock } = services.deps
  const accountId = await readOpenLink(database, tokenHash(token), 'set-password', clock.now())
  if (accountId === null) throw new ShopError('LINK_EXPIRED')
  return accountId
}

/** Whose link it is, and what else signs in there; looking does not use it up. */
export const createViewPasswordLink =
  (services: AccountServices): Handler<typeof viewPasswordLink> =>
  async (context, { token }) => {
    const { database, clock } = services.deps
    const account = await readAccount(database, await accountOfLink(services, token))
    if (account === null) throw new ShopError('LINK_EXPIRED')
    const { providers, passkeys } = await signInMethodsOf(database, account.id)
    return {
      email: account.email,
      has_password: account.passwordHash !== null,
      shortest_password: services.accountDeps.shortestPassword,
      providers: [...providers],
      passkeys: [...passkeys],
      has_choice: (await chosenPassword(services, database, context, account, clock.now())) !== null,
    }
  }

interface NewPassword extends EndedSignInMethods {
  readonly passwordHash: string
}

/**
 * Sets a new password of a locked account, and ends all other access: every session, every link of every purpose, and
 * the sign-in methods that were selected in the list.
 */
export const saveNewPassword = async (
  services: AccountServices,
  tx: Tx,
  account: Account,
  { passwordHash, ...ended }: NewPassword,
): Promise<void> => {
  await writePassword(tx.db, account.id, passwordHash, tx.now)
  await endAllAccess(services, tx, account.id)
  await endSignInMethods(tx, account.id, ended)
  await deleteRegistrationsOf(tx.db, account.email)
  // The first one is no change: its mail was the one with the link.
  if (account.passwordHash !== null) {
    tx.publish({ kind: 'account-alert', accountId: account.id, alert: 'password-changed' })
  }
}

/**
 * Sets the password of a mailed link and signs its member in; for both `set-password` and `reset-password`. An
 * unacceptable password leaves the link valid. Of several concurrent uses one wins, the others get LINK_EXPIRED.
 */
export const createSetPassword =
  (services: AccountServices): Handler<typeof setPassword> =>
  async (context, { token, password, use_choice: usesChoice, ...ended }) => {
    const refused = usesChoice ? null : passwordRefusal(password, services.accountDeps.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    // Checked before hashing, so that made-up links cost nothing.
    const accountId = await accountOfLink(services, token)
    const entered = usesChoice ? null : await services.passwords.hash(password)
    return signInAs(services, context, async (tx) => {
      const account = await lockAccount(tx.db, accountId)
      const used = await useLink(tx.db, tokenHash(token), 'set-password', tx.now)
      if (account === null || used === null) throw new ShopError('LINK_EXPIRED')
      const passwordHash = entered ?? (await chosenPassword(services, tx.db, context, account, tx.now))
      if (passwordHash === null)
        throw new ShopError('VALIDATION_ERROR', { fields: { password: 'Please choose a password.' } })
      await saveNewPassword(services, tx, account, { passwordHash, ...ended })
      return { accountId, email: account.email, proved: true }
    })
  }

const mailLink = (services: AccountServices, accountId: string): Promise<void> =>
  inTransaction(services.deps, async (tx) =>
    tx.publish({ kind: 'password-link-requested', accountId, reason: 'recover' }),
  )

/** A check is used up before the e-mail is looked up, so that each request costs one. */
const consumeCheck = async (
  { deps, accountDeps }: AccountServices,
  captcha: string,
  website: string,
): Promise<void> => {
  if (website !== '') throw new ShopError('CAPTCHA_FAILED')
  const key = await accountDeps.human.verify(captcha)
  const taken = await inTransaction(deps, (tx) => useCheck(tx.db, key, tx.now))
  if (!taken) throw new ShopError('CAPTCHA_FAILED')
}

/**
 * Has a link mailed for a person with a human check. Whether the response reveals an unknown e-mail is the operator's
 * choice (ruling 19).
 */
export const createRecover =
  (services: AccountServices): Handler<typeof recover> =>
  async (context: RequestContext, { email, captcha, website }) => {
    await consumeCheck(services, captcha, website)
    const account = await findAccountByEmail(services.deps.database, email)
    const canMail = (await services.limits.mayMailLink(context, 'set-password', email)) && account !== null
    if (canMail) await mailLink(services, account.id)
    if (canMail || services.accountDeps.enumeration === 'hide') return { success: true }
    if (account === null) {
      throw new ShopError('USER_NOT_FOUND', { detail: unknownEmail, fields: { email: unknownEmail } })
    }
    throw new ShopError('TOO_MANY_REQUESTS')
  }

export const createMailPasswordLink =
  (services: AccountServices): Handler<typeof mailPasswordLink> =>
  async (context) => {
    const { accountId, email } = memberOf(context)
    if (!(await services.limits.mayMailLink(context, 'set-password', email)))
      throw new ShopError('TOO_MANY_REQUESTS')
    await mailLink(services, accountId)
    return { success: true }
  }
