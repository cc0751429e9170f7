import type { Locale } from '#shared/locale.ts'
import { ShopError } from '#shared/errors.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Tx } from '#platform/app-deps.ts'
import { insertOrFindAccount, lockAccount, markVerified } from './account-store.ts'
import type { AccountServices } from './account-services.ts'
import { requestConfirmation } from './registration-handlers.ts'
import { deleteRegistrationsOf } from './registration-store.ts'
import { insertIdentity, readIdentityAccount } from './sign-on-store.ts'
import type { SignOnClaims } from './sign-on-provider.ts'

const noEmailMessage =
  'We need an email address, but none was shared with us. Please sign in with your email instead.'
const identityTakenMessage = 'This sign-in is already connected to another account.'
const emailTakenMessage =
  'This email already has an account. Please sign in to it first, then connect this sign-in in your settings.'

/** Whom a sign-on signs in. */
interface SignedOn {
  readonly accountId: string
  readonly email: string
  readonly isNew: boolean
}

/** Connects an identity to an account. Throws SIGN_ON_FAILED when it is somebody else's. */
export const connectIdentity = async (
  tx: Tx,
  provider: string,
  claims: SignOnClaims,
  accountId: string,
): Promise<void> => {
  const { issuer, subject } = claims
  const owner = await insertIdentity(tx.db, { issuer, subject, accountId, provider }, tx.now)
  if (owner !== accountId) throw new ShopError('SIGN_ON_FAILED', { detail: identityTakenMessage })
}

const openAccount = async (
  tx: Tx,
  provider: string,
  claims: SignOnClaims,
  locale: Locale,
): Promise<SignedOn> => {
  const { email, emailVerified, firstName, lastName } = claims
  if (email === null) throw new ShopError('SIGN_ON_FAILED', { detail: noEmailMessage })
  if (!emailVerified) throw new ShopError('UNVERIFIED_ACCOUNT')
  const id = tx.ids.uuid()
  const opened = await insertOrFindAccount(
    tx.db,
    { id, email, firstName, lastName, phone: '', locale },
    tx.now,
  )
  // The provider's e-mail gives no access to an existing account, no matter who entered it at the provider.
  if (opened !== id) throw new ShopError('SIGN_IN_REQUIRED', { detail: emailTakenMessage })
  await connectIdentity(tx, provider, claims, id)
  await markVerified(tx.db, id, tx.now)
  await deleteRegistrationsOf(tx.db, email)
  tx.publish({ kind: 'account-opened', accountId: id })
  return { accountId: id, email, isNew: true }
}

/** Found by issuer and subject alone; a new person gets an account, if the provider has verified their e-mail. */
export const resolveSignOn = async (
  tx: Tx,
  provider: string,
  claims: SignOnClaims,
  locale: Locale,
): Promise<SignedOn> => {
  const known = await readIdentityAccount(tx.db, claims)
  const account = known === null ? null : await lockAccount(tx.db, known)
  if (account === null) return openAccount(tx, provider, claims, locale)
  // Disconnected while its account was waited for.
  if ((await readIdentityAccount(tx.db, claims)) !== account.id) throw new ShopError('SIGN_ON_FAILED')
  return { accountId: account.id, email: account.email, isNew: false }
}

/**
 * An e-mail that the provider has not verified is confirmed by its mailbox first, as a registration without a password,
 * and nothing is connected to it: the person from the provider may be somebody else. Throws UNVERIFIED_ACCOUNT then,
 * the same for a known e-mail; does nothing in every other case.
 */
export const requireConfirmedEmail = async (
  { deps, limits }: AccountServices,
  context: RequestContext,
  claims: SignOnClaims,
): Promise<void> => {
  const { email, emailVerified, firstName, lastName } = claims
  if (emailVerified || email === null) return
  const mayMail = await limits.mayMailLink(context, 'verify', email)
  const needsConfirmation = await inTransaction(deps, async (tx) => {
    if ((await readIdentityAccount(tx.db, claims)) !== null) return false
    await requestConfirmation(
      tx,
      { email, firstName, lastName, passwordHash: null, locale: context.locale },
      mayMail,
    )
    return true
  })
  if (needsConfirmation) throw new ShopError('UNVERIFIED_ACCOUNT')
}
