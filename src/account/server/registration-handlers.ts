import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Handler } from '#platform/call-context.ts'
import type { Work } from '#platform/world.ts'
import type {
  register,
  registerResendMail,
  sendMagicLink,
  useMagicLink,
  verifyAccount,
  viewMagicLink,
  viewVerifyLink,
} from '../calls.ts'
import { refusedPassword } from '../rules/password.ts'
import { dropUnprovenPassword, insertRegistration, markVerified, readAccount } from './account-store.ts'
import { signInAs } from './account-tools.ts'
import type { AccountTools } from './account-tools.ts'
import { closeLinks, readOpenLink, useLink } from './link-store.ts'
import type { LinkPurpose } from './link-store.ts'
import { deleteIdentitiesOf } from './sign-on-store.ts'
import { tokenHash } from './token-hash.ts'

/**
 * Opens an account that its mailbox still has to confirm. A known e-mail gets the same answer after the same work;
 * its owner reads in the mail that there is an account already (ruling 19).
 */
export const createRegister =
  (tools: AccountTools): Handler<typeof register> =>
  async (_context, { email, password, firstName, lastName }) => {
    const refused = refusedPassword(password, tools.house.shortestPassword)
    if (refused !== null) throw new ShopError('VALIDATION_ERROR', { fields: { password: refused } })
    const passwordHash = await tools.passwords.hash(password)
    await inTransaction(tools.world, async (work) => {
      const registration = { id: work.ids.uuid(), email, firstName, lastName, phone: '', passwordHash }
      const taken = await insertRegistration(work.db, registration, work.now)
      // An older link would confirm the newer password for whoever reads the older mail.
      if (taken !== null) await closeLinks(work.db, taken, 'verify', work.now)
      work.announce({ kind: 'link-asked', purpose: 'verify', email })
    })
    return { status: 'verification_sent', data: { email } }
  }

// The worker looks the account up, so that a known and an unknown e-mail cost the same here.
const askForMail = (tools: AccountTools, purpose: 'verify' | 'sign-in', email: string) =>
  inTransaction(tools.world, async (work) => work.announce({ kind: 'link-asked', purpose, email }))

export const createRegisterResendMail =
  (tools: AccountTools): Handler<typeof registerResendMail> =>
  async (_context, { email }) => {
    await askForMail(tools, 'verify', email)
    return { success: true }
  }

export const createSendMagicLink =
  (tools: AccountTools): Handler<typeof sendMagicLink> =>
  async (_context, { email }) => {
    await askForMail(tools, 'sign-in', email)
    return { success: true }
  }

const ownerOf = async (tools: AccountTools, token: string, purpose: LinkPurpose): Promise<string> => {
  const { database, clock } = tools.world
  const link = await readOpenLink(database, tokenHash(token), purpose, clock.now())
  const account = link === null ? null : await readAccount(database, link.accountId)
  if (account === null) throw new ShopError('LINK_EXPIRED')
  return account.email
}

/** Whose link it is; looking does not use it up. */
export const createViewVerifyLink =
  (tools: AccountTools): Handler<typeof viewVerifyLink> =>
  async (_context, { id }) => ({ email: await ownerOf(tools, id, 'verify') })

export const createViewMagicLink =
  (tools: AccountTools): Handler<typeof viewMagicLink> =>
  async (_context, { id }) => ({ email: await ownerOf(tools, id, 'sign-in') })

const takeLink = async (work: Work, token: string, purpose: LinkPurpose) => {
  const link = await useLink(work.db, tokenHash(token), purpose, work.now)
  const account = link === null ? null : await readAccount(work.db, link.accountId)
  if (account === null) throw new ShopError('LINK_EXPIRED')
  return account
}

/** Confirms the e-mail by its mailed link and signs in; of several uses at once one wins. */
export const createVerifyAccount =
  (tools: AccountTools): Handler<typeof verifyAccount> =>
  async (context, { id: token }) =>
    signInAs(tools, context, async (work) => {
      const { id, email } = await takeLink(work, token, 'verify')
      await markVerified(work.db, id, work.now)
      return { accountId: id, email }
    })

/** Signs in by a mailed link. It shows the mailbox, not who set a password before: that one is taken away. */
export const createUseMagicLink =
  (tools: AccountTools): Handler<typeof useMagicLink> =>
  async (context, { id: token }) =>
    signInAs(tools, context, async (work) => {
      const { id, email, verified } = await takeLink(work, token, 'sign-in')
      if (!verified) {
        await dropUnprovenPassword(work.db, id)
        await deleteIdentitiesOf(work.db, id)
      }
      await markVerified(work.db, id, work.now)
      await closeLinks(work.db, id, 'sign-in', work.now)
      return { accountId: id, email }
    })
