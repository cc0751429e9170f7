import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type { Tx } from '#platform/app-deps.ts'
import type * as endpoints from '../registration-endpoints.ts'
import { passwordRefusal } from '../rules/password.ts'
import { verifyLinkLifetime } from '../rules/session.ts'
import {
  insertOrFindAccount,
  lockAccount,
  markVerified,
  readAccount,
  writePassword,
} from './account-store.ts'
import { signInAs } from './account-services.ts'
import type { AccountServices } from './account-services.ts'
import { closeSignInLinks, readOpenLink, useLink } from './link-store.ts'
import { deletePasswordChoices } from './password-choice-store.ts'
import { deleteRegistrationsOf, insertRegistration, readRegistration } from './registration-store.ts'
import type { Registration } from './registration-store.ts'
import { tokenHash } from './token-hash.ts'

/**
 * Stores a registration until its mailbox confirms it, and sends the mail if `mayMail`. The limit is counted per requester,
 * so that a stranger who registers an e-mail cannot use up the mails of its owner.
 */
export const requestConfirmation = async (
  tx: Tx,
  registration: Omit<Registration, 'id'>,
  mayMail: boolean,
): Promise<void> => {
  const id = tx.ids.uuid()
  await insertRegistration(tx.db, { ...registration, id }, tx.now, tx.now.add(verifyLinkLifetime))
  if (mayMail) tx.publish({ kind: 'registration-requested', registrationId: id })
}

/**
 * Saves a registration that its mailbox still has to confirm, in addition to others for the same e-mail. A known e-mail
 * gets the same response after the same work; its owner reads in the mail that there is an account already (ruling 19).
 */
export const createRegister =
  (services: AccountServices): Handler<typeof endpoints.register> =>
  async (context, { email, password, firstName, lastName }) => {
    const refused = passwordRefusal(password, services.accountDeps.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const passwordHash = await services.passwords.hash(password)
    const mayMail = await services.limits.mayMailLink(context, 'verify', email)
    await inTransaction(services.deps, (tx) =>
      requestConfirmation(tx, { email, firstName, lastName, passwordHash, locale: context.locale }, mayMail),
    )
    return { status: 'verification_sent', data: { email } }
  }

// The worker looks the account up, so that a known and an unknown e-mail cost the same here.
const requestLinkMail = async (
  services: AccountServices,
  context: RequestContext,
  purpose: 'verify' | 'sign-in',
  email: string,
): Promise<void> => {
  if (!(await services.limits.mayMailLink(context, purpose, email))) return
  await inTransaction(services.deps, async (tx) => tx.publish({ kind: 'link-requested', purpose, email }))
}

export const createRegisterResendMail =
  (services: AccountServices): Handler<typeof endpoints.registerResendMail> =>
  async (context, { email }) => {
    await requestLinkMail(services, context, 'verify', email)
    return { success: true }
  }

export const createSendMagicLink =
  (services: AccountServices): Handler<typeof endpoints.sendMagicLink> =>
  async (context, { email }) => {
    await requestLinkMail(services, context, 'sign-in', email)
    return { success: true }
  }

/** What a link confirms. Throws LINK_EXPIRED. */
const registrationOf = async ({ deps }: AccountServices, token: string): Promise<Registration> => {
  const now = deps.clock.now()
  const id = await readOpenLink(deps.database, tokenHash(token), 'verify', now)
  const registration = id === null ? null : await readRegistration(deps.database, id, now)
  if (registration === null) throw new ShopError('LINK_EXPIRED')
  return registration
}

/** Whose link it is; looking does not use it up. */
export const createViewVerifyLink =
  (services: AccountServices): Handler<typeof endpoints.viewVerifyLink> =>
  async (_context, { id }) => {
    const { email, passwordHash } = await registrationOf(services, id)
    const shortest_password = services.accountDeps.shortestPassword
    return { email, has_password: passwordHash !== null, shortest_password }
  }

const wrongPasswordMessage =
  'That’s not the password you entered when you signed up. You can choose a new one instead.'

/**
 * The hash that the account starts with: the registration's for a person who knows its password, or that of a new one.
 */
const firstPassword = async (
  { accountDeps, limits, passwords }: AccountServices,
  context: RequestContext,
  { email, passwordHash }: Registration,
  { password, new_password: chosen }: { readonly password: string; readonly new_password: string },
): Promise<string> => {
  if (chosen !== '') {
    const refused = passwordRefusal(chosen, accountDeps.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { new_password: refused } })
    return passwords.hash(chosen)
  }
  if (passwordHash !== null) await limits.takeGuess(context, email)
  const check = await passwords.check(passwordHash, password)
  if (passwordHash !== null && check !== 'wrong') {
    await limits.forgiveGuesses(context, email)
    return passwordHash
  }
  const field = passwordHash === null ? 'new_password' : 'password'
  const message = passwordHash === null ? 'Please choose a password.' : wrongPasswordMessage
  const security = passwordHash === null ? undefined : 'wrong password'
  throw new ShopError('VALIDATION_ERROR', { fields: { [field]: message }, security })
}

/** The account of a confirmed registration. Throws LINK_EXPIRED when the e-mail got an owner meanwhile. */
const openRegisteredAccount = async (
  tx: Tx,
  { email, firstName, lastName, locale }: Registration,
): Promise<string> => {
  const newAccount = { id: tx.ids.uuid(), email, firstName, lastName, phone: '', locale }
  const id = await insertOrFindAccount(tx.db, newAccount, tx.now)
  const account = await lockAccount(tx.db, id)
  if (account === null || account.verified) throw new ShopError('LINK_EXPIRED')
  if (id === newAccount.id) tx.publish({ kind: 'account-opened', accountId: id })
  return id
}

/**
 * Opens the account by its mailed link and signs in. The mailbox alone is not enough: a stranger may have entered the
 * waiting password, so the person who confirms proves that it is theirs, or sets a new one. Of several concurrent uses
 * one wins.
 */
export const createVerifyAccount =
  (services: AccountServices): Handler<typeof endpoints.verifyAccount> =>
  async (context, { id: token, ...entered }) => {
    const registration = await registrationOf(services, token)
    const passwordHash = await firstPassword(services, context, registration, entered)
    return signInAs(services, context, async (tx) => {
      const accountId = await openRegisteredAccount(tx, registration)
      if ((await useLink(tx.db, tokenHash(token), 'verify', tx.now)) === null)
        throw new ShopError('LINK_EXPIRED')
      await writePassword(tx.db, accountId, passwordHash, tx.now)
      await deleteRegistrationsOf(tx.db, registration.email)
      await deletePasswordChoices(tx.db, { accountId })
      return { accountId, email: registration.email, proved: true }
    })
  }

const signInLinkOf = async ({ deps }: AccountServices, token: string) => {
  const { database, clock } = deps
  const id = await readOpenLink(database, tokenHash(token), 'sign-in', clock.now())
  const account = id === null ? null : await readAccount(database, id)
  if (account === null) throw new ShopError('LINK_EXPIRED')
  return account
}

export const createViewMagicLink =
  (services: AccountServices): Handler<typeof endpoints.viewMagicLink> =>
  async (_context, { id }) => ({ email: (await signInLinkOf(services, id)).email })

/** Signs in by a mailed link, which shows the mailbox. */
export const createUseMagicLink =
  (services: AccountServices): Handler<typeof endpoints.useMagicLink> =>
  async (context, { id: token }) => {
    const { id } = await signInLinkOf(services, token)
    return signInAs(services, context, async (tx) => {
      const account = await lockAccount(tx.db, id)
      const used = await useLink(tx.db, tokenHash(token), 'sign-in', tx.now)
      if (account === null || used === null) throw new ShopError('LINK_EXPIRED')
      await markVerified(tx.db, id, tx.now)
      await deleteRegistrationsOf(tx.db, account.email)
      await closeSignInLinks(tx.db, id, tx.now)
      return { accountId: id, email: account.email, proved: account.passwordHash === null }
    })
  }
