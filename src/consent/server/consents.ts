import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { viewConsent } from '../endpoints.ts'
import {
  activeGroups,
  consentMaxAge,
  formatConsentCookie,
  consentStatus,
  decidedGroups,
  groupsFrom,
  parseConsentCookie,
  signalStatement,
} from '../rules/consent.ts'
import type { Groups } from '../rules/consent.ts'
import { consentQuestion } from '../rules/consent-question.ts'
import {
  anonymizeRecordsOf,
  insertRecord,
  readLatestChoice,
  isSignalLatest,
  deleteCurrentConsentOf,
  updateCurrentConsentsOf,
  readCurrentConsents,
  writeCurrentConsent,
} from './consent-store.ts'
import type { CurrentConsent } from './consent-store.ts'

export { readRecordsOf as consentsOf } from './consent-store.ts'

const cookieName = brand.keys.consentCookie

/** A recipient of data outside of the shop, and the group that allows it. */
export type Recipient = ReplyOf<typeof viewConsent>['recipients'][number]

const consentReply = (
  { cookies, privacySignal }: RequestContext,
  recipients: readonly Recipient[],
): ReplyOf<typeof viewConsent> => {
  const cookie = cookies.get(cookieName)
  return {
    status: consentStatus(cookie, privacySignal),
    recipients: [...recipients],
    privacy_signal: privacySignal,
    groups: parseConsentCookie(cookie, privacySignal)?.groups ?? decidedGroups({}, privacySignal),
  }
}

/** Removes the member from the proof, and deletes their current consent. */
export const forgetConsentsOf = async (tx: Tx, accountId: string): Promise<void> => {
  await anonymizeRecordsOf(tx, accountId)
  await deleteCurrentConsentOf(tx, accountId)
}

/**
 * The browser's consent in a request: its id, and whether Global Privacy Control came with it. Null without a choice.
 */
export const consentVisitOf = ({ cookies, privacySignal }: RequestContext): ConsentVisit | null => {
  const parsed = parseConsentCookie(cookies.get(cookieName), privacySignal)
  return parsed && { visitId: parsed.visitId, privacySignal }
}

/** The active groups of a member once the signal holds; null when it holds already. */
const groupsAfterSignal = async (db: AppDeps['database'], accountId: string): Promise<string | null> => {
  const stored = (await readCurrentConsents(db, [accountId])).get(accountId)
  const list = activeGroups(groupsFrom(stored ?? '', true))
  return stored === list ? null : list
}

/** Stores what a member allows, and publishes it where it is something else than before. */
const setCurrentConsent = async (tx: Tx, accountId: string, current: CurrentConsent): Promise<void> => {
  if (await writeCurrentConsent(tx, accountId, current)) tx.publish({ kind: 'consent-changed', accountId })
}

const writeSignal = async (
  tx: Tx,
  { network, userAgent, country, region }: RequestContext,
  accountId: string,
  list: string,
): Promise<void> => {
  const visitId = tx.ids.randomUuid()
  await setCurrentConsent(tx, accountId, { visitId, activeGroups: list, chosenAt: tx.now })
  await insertRecord(tx, {
    visitId,
    accountId,
    activeGroups: list,
    privacySignal: true,
    statement: signalStatement,
    page: '',
    network,
    userAgent,
    country,
    region,
  })
}

/**
 * Stores Global Privacy Control, sent by a signed-in browser, with the member: from now on nothing of them goes to
 * advertising or social media, also for renewals, until they choose otherwise. A repeated signal does nothing.
 */
export const savePrivacySignal = async (deps: AppDeps, context: RequestContext): Promise<void> => {
  const { actor, privacySignal } = context
  if (actor.kind !== 'member' || !privacySignal) return
  const { accountId } = actor
  const list = await groupsAfterSignal(deps.database, accountId)
  if (list !== null) await inTransaction(deps, (tx) => writeSignal(tx, context, accountId, list))
}

/** As `savePrivacySignal`, of the request that signs in, after the choice of its browser was assigned. */
export const savePrivacySignalAtSignIn = async (
  tx: Tx,
  context: RequestContext,
  accountId: string,
): Promise<void> => {
  const list = context.privacySignal ? await groupsAfterSignal(tx.db, accountId) : null
  if (list !== null) await writeSignal(tx, context, accountId, list)
}

export interface ConsentVisit {
  readonly visitId: string
  readonly privacySignal: boolean
}

/**
 * Assigns the last choice of a browser to an account, in the transaction that proved that both belong together: at
 * sign-in, and at the purchase that opened the account. Of several browsers' choices the latest counts.
 */
export const linkConsent = async (
  tx: Tx,
  accountId: string,
  browserConsent: ConsentVisit | null,
): Promise<void> => {
  const choice = browserConsent && (await readLatestChoice(tx.db, browserConsent.visitId))
  if (!browserConsent || !choice) return
  const groups = groupsFrom(choice.activeGroups, browserConsent.privacySignal)
  await setCurrentConsent(tx, accountId, {
    visitId: browserConsent.visitId,
    activeGroups: activeGroups(groups),
    chosenAt: choice.at,
  })
}

/** The current consent of accounts; those without a choice are missing. */
export const currentConsents = async (
  db: AppDeps['database'],
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Groups>> => {
  const consents = await readCurrentConsents(db, accountIds)
  return new Map([...consents].map(([id, list]) => [id, groupsFrom(list)]))
}

/** The handlers of `consent/endpoints.ts`. The proof is written before the response is sent. */
export const createConsentHandlers = (
  deps: AppDeps,
  recipients: readonly Recipient[],
): HandlersFor<typeof endpoints> => ({
  viewConsent: async (context) => consentReply(context, recipients),
  viewStoredSignal: async ({ actor }) => ({
    stored:
      actor.kind === 'member' && (await isSignalLatest(deps.database, actor.accountId, signalStatement)),
  }),
  setConsent: async (context, { groups: chosen, page }) => {
    const { actor, cookies, privacySignal, network, userAgent, country, region } = context
    const visitId = parseConsentCookie(cookies.get(cookieName))?.visitId ?? deps.ids.randomUuid()
    const groups = decidedGroups(chosen, privacySignal)
    const accountId = actor.kind === 'member' ? actor.accountId : null
    const list = activeGroups(groups)
    await inTransaction(deps, async (tx) => {
      await insertRecord(tx, {
        visitId,
        accountId,
        activeGroups: list,
        privacySignal,
        statement: consentQuestion(context.locale),
        page,
        network,
        userAgent,
        country,
        region,
      })
      const current = { visitId, activeGroups: list, chosenAt: tx.now }
      for (const changed of await updateCurrentConsentsOf(tx, current))
        tx.publish({ kind: 'consent-changed', accountId: changed })
      if (accountId !== null) await setCurrentConsent(tx, accountId, current)
    })
    cookies.set(cookieName, formatConsentCookie({ visitId, groups }), {
      httpOnly: false,
      maxAge: consentMaxAge,
    })
    return consentReply(context, recipients)
  },
})

/** The endpoints of consent. */
export const consentRoutes = (deps: AppDeps, recipients: readonly Recipient[]): readonly Route[] =>
  routes(endpoints, createConsentHandlers(deps, recipients))
