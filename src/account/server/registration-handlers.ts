import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { Work } from '#platform/world.ts'
import type * as calls from '../registration-calls.ts'
import { refusedPassword } from '../rules/password.ts'
import { verifyLinkLife } from '../rules/session-limits.ts'
import {
  insertOrFindAccount,
  lockAccount,
  markVerified,
  readAccount,
  writePassword,
} from './account-store.ts'
import { signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { closeSignInLinks, readOpenLink, useLink } from './link-store.ts'
import { deleteRegistrationsOf, insertRegistration, readRegistration } from './registration-store.ts'
import type { Registration } from './registration-store.ts'
import { tokenHash } from './token-hash.ts'

/**
 * Stores a registration until its mailbox confirms it, and sends the mail if `mayMail`. The limit is counted per requester,
 * so that a stranger who registers an e-mail cannot use up the mails of its owner.
 */
export const askToConfirm = async (
  work: Work,
  registration: Omit<Registration, 'id'>,
  mayMail: boolean,
): Promise<void> => {
  const id = work.ids.uuid()
  await insertRegistration(work.db, { ...registration, id }, work.now, work.now.add(verifyLinkLife))
  if (mayMail) work.announce({ kind: 'registration-asked', registrationId: id })
}

/**
 * Keeps a registration that its mailbox still has to confirm, beside others for the same e-mail. A known e-mail gets the
 * same answer after the same work; its owner reads in the mail that there is an account already (ruling 19).
 */
export const createRegister =
  (tools: AccountTools): Handler<typeof calls.register> =>
  async (context, { email, password, firstName, lastName }) => {
    const refused = refusedPassword(password, tools.house.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const passwordHash = await tools.passwords.hash(password)
    const mayMail = await tools.limits.mayMailLink(context, 'verify', email)
    await inTransaction(tools.world, (work) =>
      askToConfirm(work, { email, firstName, lastName, passwordHash }, mayMail),
    )
    return { status: 'verification_sent', data: { email } }
  }

// The worker looks the account up, so that a known and an unknown e-mail cost the same here.
const askForMail = async (
  tools: AccountTools,
  context: CallContext,
  purpose: 'verify' | 'sign-in',
  email: string,
): Promise<void> => {
  if (!(await tools.limits.mayMailLink(context, purpose, email))) return
  await inTransaction(tools.world, async (work) => work.announce({ kind: 'link-asked', purpose, email }))
}

export const createRegisterResendMail =
  (tools: AccountTools): Handler<typeof calls.registerResendMail> =>
  async (context, { email }) => {
    await askForMail(tools, context, 'verify', email)
    return { success: true }
  }

export const createSendMagicLink =
  (tools: AccountTools): Handler<typeof calls.sendMagicLink> =>
  async (context, { email }) => {
    await askForMail(tools, context, 'sign-in', email)
    return { success: true }
  }

/** What a link confirms. Throws LINK_EXPIRED. */
const registrationOf = async ({ world }: AccountTools, token: string): Promise<Registration> => {
  const now = world.clock.now()
  const id = await readOpenLink(world.database, tokenHash(token), 'verify', now)
  const registration = id === null ? null : await readRegistration(world.database, id, now)
  if (registration === null) throw new ShopError('LINK_EXPIRED')
  return registration
}

/** Whose link it is; looking does not use it up. */
export const createViewVerifyLink =
  (tools: AccountTools): Handler<typeof calls.viewVerifyLink> =>
  async (_context, { id }) => {
    const { email, passwordHash } = await registrationOf(tools, id)
    const shortest_password = tools.house.shortestPassword
    return { email, has_password: passwordHash !== null, shortest_password }
  }

const notTyped =
  'This is not the password that was typed when the account was asked for. You can choose a new one instead.'

/** The hash that the account starts with: the registration's for who knows its password, or that of a new one. */
const firstPassword = async (
  { house, limits, passwords }: AccountTools,
  context: CallContext,
  { email, passwordHash }: Registration,
  { password, new_password: chosen }: { readonly password: string; readonly new_password: string },
): Promise<string> => {
  if (chosen !== '') {
    const refused = refusedPassword(chosen, house.shortestPassword)
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
  const sentence = passwordHash === null ? 'Kindly choose a password.' : notTyped
  const security = passwordHash === null ? undefined : 'wrong password'
  throw new ShopError('VALIDATION_ERROR', { fields: { [field]: sentence }, security })
}

/** The account of a confirmed registration. Throws LINK_EXPIRED when the e-mail got an owner meanwhile. */
const openRegistered = async (work: Work, { email, firstName, lastName }: Registration): Promise<string> => {
  const fresh = { id: work.ids.uuid(), email, firstName, lastName, phone: '' }
  const id = await insertOrFindAccount(work.db, fresh, work.now)
  const account = await lockAccount(work.db, id)
  if (account === null || account.verified) throw new ShopError('LINK_EXPIRED')
  return id
}

/**
 * Opens the account by its mailed link and signs in. The mailbox alone does not: a stranger may have typed the password
 * that waits, so who confirms proves that it is theirs, or sets a new one. Of several uses at once one wins.
 */
export const createVerifyAccount =
  (tools: AccountTools): Handler<typeof calls.verifyAccount> =>
  async (context, { id: token, ...typed }) => {
    const registration = await registrationOf(tools, token)
    const passwordHash = await firstPassword(tools, context, registration, typed)
    return signInAs(tools, context, async (work) => {
      const accountId = await openRegistered(work, registration)
      if ((await useLink(work.db, tokenHash(token), 'verify', work.now)) === null)
        throw new ShopError('LINK_EXPIRED')
      await writePassword(work.db, accountId, passwordHash, work.now)
      await deleteRegistrationsOf(work.db, registration.email)
      return { accountId, email: registration.email, proved: true }
    })
  }

const signInLinkOf = async ({ world }: AccountTools, token: string) => {
  const { database, clock } = world
  const id = await readOpenLink(database, tokenHash(token), 'sign-in', clock.now())
  const account = id === null ? null : await readAccount(database, id)
  if (account === null) throw new ShopError('LINK_EXPIRED')
  return account
}

export const createViewMagicLink =
  (tools: AccountTools): Handler<typeof calls.viewMagicLink> =>
  async (_context, { id }) => ({ email: (await signInLinkOf(tools, id)).email })

/** Signs in by a mailed link, which shows the mailbox. */
export const createUseMagicLink =
  (tools: AccountTools): Handler<typeof calls.useMagicLink> =>
  async (context, { id: token }) => {
    const { id } = await signInLinkOf(tools, token)
    return signInAs(tools, context, async (work) => {
      const account = await lockAccount(work.db, id)
      const used = await useLink(work.db, tokenHash(token), 'sign-in', work.now)
      if (account === null || used === null) throw new ShopError('LINK_EXPIRED')
      await markVerified(work.db, id, work.now)
      await deleteRegistrationsOf(work.db, account.email)
      await closeSignInLinks(work.db, id, work.now)
      return { accountId: id, email: account.email, proved: account.passwordHash === null }
    })
  }
