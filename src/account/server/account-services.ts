import { brand } from '#shared/brand.ts'
import { hostCookie } from '#shared/host-cookie.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { HumanCheck } from '#platform/human-check.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { UserSubscription } from '../endpoints.ts'
import type { MailTopic } from '../rules/mail-topics.ts'
import { endAccess } from './access.ts'
import type { GuessLimits } from './guess-limits.ts'
import type { IdentityTokens } from './identity-token.ts'
import type { Passwords } from './passwords.ts'
import type { SignOnSettings } from './sign-on-provider.ts'
import { endSession, sessionCookieAge, sessionCookieName, startSession } from './sessions.ts'
import type { SubscriptionCharge, SubscriptionOrder } from '#shared/subscription-charge.ts'

/** The services that the app passes to the account module. */
export interface AccountDeps {
  /** Whether recovery says that an e-mail is unknown, or answers every e-mail alike (ruling 19). */
  readonly enumeration: 'show' | 'hide'
  /** Characters that a new password needs at least (ruling 20). */
  readonly shortestPassword: number
  /** Tells people from programs where a response says whether an e-mail is known. */
  readonly human: HumanCheck
  /** Outside providers that the shop is set up for. */
  readonly signOn: {
    readonly google: SignOnSettings | null
    readonly facebook: SignOnSettings | null
  }
  /** Runs in the transaction of the sign-in; later modules assign to the member what the visitor had. */
  readonly onSignIn: (tx: Tx, context: RequestContext, accountId: string) => Promise<void>
  /**
   * Runs before an address is updated, in the same transaction: renewals that were priced for it and not yet sent to
   * the processor are withdrawn. Returns the charges in flight for orders to the old address. Throws the errors of a country that does
   * not take what ships there.
   */
  readonly beforeAddressChange: (
    tx: Tx,
    own: { readonly accountId: string; readonly addressId: string },
    country: string,
  ) => Promise<readonly SubscriptionCharge[]>
  /** The next orders of a member that ship to an address, as they would be charged. */
  readonly ordersTo: (accountId: string, addressId: string) => Promise<readonly SubscriptionOrder[]>
  /**
   * Runs before the account is locked, in the transaction of its deletion, and locks what comes before accounts in the
   * order of locks (decision 043): carts and subscriptions.
   */
  readonly beforeErase: (tx: Tx, accountId: string) => Promise<void>
  /**
   * What still charges a locked account, so that it cannot be deleted: live subscriptions, or a charge in flight; null
   * for nothing.
   */
  readonly chargesToCome: (
    tx: Tx,
    accountId: string,
  ) => Promise<'live-subscriptions' | 'charge-in-flight' | null>
  /** What other modules store about a member, for the member. */
  readonly dataOf: (accountId: string) => Promise<Readonly<Record<string, unknown>>>
  /** Runs in the transaction of the deletion; other modules delete what they need not keep, under former e-mails too. */
  readonly eraseElsewhere: (tx: Tx, accountId: string, formerEmails: readonly string[]) => Promise<void>
  /** Runs in the transaction that ends every session and link of an account: what other modules let in ends too. */
  readonly onAccessEnd: (tx: Tx, accountId: string) => Promise<void>
  /** Runs in the transaction in which a member turns the mails of a topic on again. */
  readonly onMailWanted: (tx: Tx, accountId: string, topic: MailTopic) => Promise<void>
  /** The e-mail that a purchase of this browser was made with, for as long as its page shows it; null for any other purchase. */
  readonly emailOfPurchase: (context: RequestContext, purchaseId: string) => Promise<string | null>
  /** The ids of the purchases that were made in this browser without an account, by its signed cookie. */
  readonly purchasesHere: (context: RequestContext) => readonly string[]
  /** A member's subscriptions for the user state of spec §3; injected, because their module is a later one. */
  readonly subscriptionsOf: (accountId: string) => Promise<readonly UserSubscription[]>
  /** A member's variants by experiment. */
  readonly experimentsOf: (accountId: string) => Promise<Readonly<Record<string, string>>>
}

/** The dependencies of this module's handlers. */
export interface AccountServices {
  readonly deps: AppDeps
  readonly accountDeps: AccountDeps
  readonly passwords: Passwords
  readonly identity: IdentityTokens
  readonly limits: GuessLimits
}

interface Member {
  readonly accountId: string
  readonly email: string
}

interface SignedIn extends Member {
  /**
   * Whether the sign-in itself proves the member's identity: by password, passkey, or mailbox if there is no password.
   */
  readonly proved: boolean
}

interface IdentityReply {
  readonly [brand.keys.identityField]: string
}

/** The next person at this browser must not see what was bought in it. */
const clearCheckoutsCookie = (
  { publicUrl }: Pick<AppDeps, 'publicUrl'>,
  cookies: RequestContext['cookies'],
): void => {
  const name = hostCookie(publicUrl, brand.keys.checkoutsCookie)
  if (cookies.get(name) !== undefined) cookies.clear(name)
}

/**
 * Signs a member in: a session token that never existed before, the old session of this browser ended, both cookies
 * set after the commit. `first` runs at the start of the transaction and answers whom to sign in.
 */
export const signInAs = async (
  { deps, accountDeps, identity, limits }: AccountServices,
  context: RequestContext,
  authenticate: (tx: Tx) => Promise<SignedIn>,
): Promise<IdentityReply> => {
  const { member, token } = await inTransaction(deps, async (tx) => {
    const found = await authenticate(tx)
    if (context.actor.kind === 'member') await endSession(tx, context.actor.sessionId)
    await accountDeps.onSignIn(tx, context, found.accountId)
    return { member: found, token: await startSession(tx, found.accountId, context, found.proved) }
  })
  const { actor, cookies } = context
  if (actor.kind === 'member' && actor.accountId !== member.accountId) clearCheckoutsCookie(deps, cookies)
  cookies.set(sessionCookieName(deps.publicUrl), token, { httpOnly: true, maxAge: sessionCookieAge })
  limits.remember(context, member.email)
  return { [brand.keys.identityField]: await issueIdentity(identity, context, member) }
}

/** Ends every session and link of an account, here and in other modules; what comes after it in the transaction counts. */
export const endAllAccess = async (
  { accountDeps }: Pick<AccountServices, 'accountDeps'>,
  tx: Tx,
  accountId: string,
): Promise<void> => {
  await endAccess(tx, accountId)
  await accountDeps.onAccessEnd(tx, accountId)
}

/** Puts a fresh identity token into the browser's cookie and answers it. */
export const issueIdentity = async (
  identity: IdentityTokens,
  context: RequestContext,
  member: Member,
): Promise<string> => {
  const token = await identity.sign(member)
  context.cookies.set(brand.keys.identityToken, token, { httpOnly: false, maxAge: sessionCookieAge })
  return token
}

/** Ends the session of this browser, takes its cookies back and has it drop the member's pages. */
export const signOutHere = async (
  { deps }: Pick<AccountServices, 'deps'>,
  { actor, cookies, dropCachedPages }: RequestContext,
): Promise<void> => {
  if (actor.kind === 'member') await inTransaction(deps, (tx) => endSession(tx, actor.sessionId))
  cookies.clear(sessionCookieName(deps.publicUrl))
  cookies.clear(brand.keys.identityToken)
  clearCheckoutsCookie(deps, cookies)
  dropCachedPages?.()
}
