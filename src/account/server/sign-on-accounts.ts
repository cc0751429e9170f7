import { ShopError } from '#shared/errors.ts'
import type { CallContext } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import { insertOrFindAccount, markVerified, readAccount } from './account-store.ts'
import type { Account } from './account-store.ts'
import { insertIdentity, readIdentityAccount } from './sign-on-store.ts'
import type { SignOnClaims } from './sign-on-provider.ts'

const noEmail =
  'We need an email address, and none was shared with us. Kindly sign in with your email instead.'
const takenHere = 'This sign-in already belongs to another account.'
const takenEmail =
  'This email already has an account. Kindly sign in to it first, then connect this sign-in in your settings.'

/** Whom a sign-on signs in. */
interface SignedOn {
  readonly accountId: string
  readonly email: string
  readonly isNew: boolean
}

const tie = async (work: Work, provider: string, claims: SignOnClaims, accountId: string): Promise<void> => {
  const { issuer, subject } = claims
  const owner = await insertIdentity(work.db, { issuer, subject, accountId, provider }, work.now)
  if (owner !== accountId) throw new ShopError('SIGN_ON_FAILED', { detail: takenHere })
}

const openAccount = async (work: Work, provider: string, claims: SignOnClaims): Promise<SignedOn> => {
  const { email, firstName, lastName } = claims
  if (email === null) throw new ShopError('SIGN_ON_FAILED', { detail: noEmail })
  const id = work.ids.uuid()
  const opened = await insertOrFindAccount(work.db, { id, email, firstName, lastName, phone: '' }, work.now)
  // The provider's e-mail opens no account that is there already, whoever typed it at the provider.
  if (opened !== id) throw new ShopError('SIGN_IN_REQUIRED', { detail: takenEmail })
  await tie(work, provider, claims, id)
  return { accountId: id, email, isNew: true }
}

const confirm = async (work: Work, account: Account, claims: SignOnClaims): Promise<void> => {
  if (account.verified) return
  if (!claims.emailVerified || claims.email !== account.email) throw new ShopError('UNVERIFIED_ACCOUNT')
  await markVerified(work.db, account.id, work.now)
}

/** Found by issuer and subject alone; a member who is signed in ties the identity to their own account. */
export const whoSignsOn = async (
  work: Work,
  provider: string,
  claims: SignOnClaims,
  { actor }: CallContext,
): Promise<SignedOn> => {
  if (actor.kind === 'member') {
    await tie(work, provider, claims, actor.accountId)
    return { accountId: actor.accountId, email: actor.email, isNew: false }
  }
  const known = await readIdentityAccount(work.db, claims)
  const account = known === null ? null : await readAccount(work.db, known)
  if (account !== null) {
    await confirm(work, account, claims)
    return { accountId: account.id, email: account.email, isNew: false }
  }
  const opened = await openAccount(work, provider, claims)
  await markVerified(work.db, opened.accountId, work.now)
  return opened
}

/**
 * An e-mail that the provider does not vouch for is confirmed by mail first: the account is opened and waits. Throws
 * UNVERIFIED_ACCOUNT then; does nothing in every other case.
 */
export const openUnconfirmed = async (
  world: World,
  provider: string,
  claims: SignOnClaims,
  { actor }: CallContext,
): Promise<void> => {
  if (actor.kind === 'member' || claims.emailVerified) return
  await inTransaction(world, async (work) => {
    const known = await readIdentityAccount(work.db, claims)
    const account = known === null ? null : await readAccount(work.db, known)
    if (account?.verified === true) return false
    const email = account?.email ?? (await openAccount(work, provider, claims)).email
    work.announce({ kind: 'link-asked', purpose: 'verify', email })
    return true
  }).then((waits) => {
    if (waits) throw new ShopError('UNVERIFIED_ACCOUNT')
  })
}
