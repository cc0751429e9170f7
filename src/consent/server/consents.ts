import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/call.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { setConsent, viewConsent, viewKeptSignal } from '../calls.ts'
import {
  activeGroups,
  consentAge,
  consentCookieText,
  consentQuestion,
  consentStanding,
  decidedGroups,
  groupsFrom,
  keptConsent,
  signalSaid,
} from '../rules/consent.ts'
import type { Groups } from '../rules/consent.ts'
import {
  blankRecordsOf,
  insertRecord,
  readLastChoice,
  readRecordsOf,
  readSignalIsLast,
} from './consent-store.ts'
import { deleteStandingOf, moveStandingsOf, readStandings, writeStanding } from './standing-store.ts'

const cookieName = brand.keys.consentCookie

/** Somebody besides the shop who learns of something, and the group that allows it. */
export type Recipient = ReplyOf<typeof viewConsent>['recipients'][number]

const standing = (
  { cookies, privacySignal }: CallContext,
  recipients: readonly Recipient[],
): ReplyOf<typeof viewConsent> => {
  const cookie = cookies.get(cookieName)
  return {
    standing: consentStanding(cookie, privacySignal),
    recipients: [...recipients],
    privacy_signal: privacySignal,
    groups: keptConsent(cookie, privacySignal)?.groups ?? decidedGroups({}, privacySignal),
  }
}

/** The choices that a member made, for the member's data file. */
export const consentsOf = (db: World['database'], accountId: string) => readRecordsOf(db, accountId)

/** Takes the member out of the proof, and forgets how they stand. */
export const forgetConsentsOf = async (work: Work, accountId: string): Promise<void> => {
  await blankRecordsOf(work, accountId)
  await deleteStandingOf(work, accountId)
}

/** The browser's consent in a request: its id, and whether Global Privacy Control came with it. Null without a choice. */
export const consentVisitOf = ({ cookies, privacySignal }: CallContext): ConsentVisit | null => {
  const kept = keptConsent(cookies.get(cookieName), privacySignal)
  return kept && { visitId: kept.visitId, privacySignal }
}

/**
 * Keeps Global Privacy Control, sent by a signed-in browser, with the member: from now on nothing of them goes to
 * advertising or social media, also when they are not there, until they choose otherwise. The same again does nothing.
 */
export const keepPrivacySignal = async (world: World, context: CallContext): Promise<void> => {
  const { actor, privacySignal, network, userAgent, country, region } = context
  if (actor.kind !== 'member' || !privacySignal) return
  const { accountId } = actor
  const known = (await readStandings(world.database, [accountId])).get(accountId)
  const list = activeGroups(groupsFrom(known ?? '', true))
  if (known === list) return
  await inTransaction(world, async (work) => {
    const visitId = work.ids.randomUuid()
    await writeStanding(work, accountId, { visitId, activeGroups: list, chosenAt: work.now })
    await insertRecord(work, {
      visitId,
      accountId,
      activeGroups: list,
      privacySignal,
      said: signalSaid,
      page: '',
      network,
      userAgent,
      country,
      region,
    })
  })
}

export interface ConsentVisit {
  readonly visitId: string
  readonly privacySignal: boolean
}

/**
 * Ties the last choice of a browser to an account, in the transaction in which somebody showed that both are theirs: at
 * sign-in, and at the purchase that opened the account. Of several browsers' choices the latest counts.
 */
export const takeConsent = async (
  work: Work,
  accountId: string,
  visit: ConsentVisit | null,
): Promise<void> => {
  const choice = visit && (await readLastChoice(work.db, visit.visitId))
  if (!visit || !choice) return
  const groups = groupsFrom(choice.activeGroups, visit.privacySignal)
  await writeStanding(work, accountId, {
    visitId: visit.visitId,
    activeGroups: activeGroups(groups),
    chosenAt: choice.at,
  })
}

/** What people allow when they are not there themselves, by account; whoever never chose is left out. */
export const standingConsents = async (
  db: World['database'],
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Groups>> => {
  const standings = await readStandings(db, accountIds)
  return new Map([...standings].map(([id, list]) => [id, groupsFrom(list)]))
}

interface ConsentHandlers {
  readonly viewConsent: Handler<typeof viewConsent>
  readonly setConsent: Handler<typeof setConsent>
  readonly viewKeptSignal: Handler<typeof viewKeptSignal>
}

/** The handlers of `consent/calls.ts`. The proof is written before the browser is told. */
export const createConsentHandlers = (world: World, recipients: readonly Recipient[]): ConsentHandlers => ({
  viewConsent: async (context) => standing(context, recipients),
  viewKeptSignal: async ({ actor }) => ({
    kept: actor.kind === 'member' && (await readSignalIsLast(world.database, actor.accountId, signalSaid)),
  }),
  setConsent: async (context, { groups: chosen, page }) => {
    const { actor, cookies, privacySignal, network, userAgent, country, region } = context
    const visitId = keptConsent(cookies.get(cookieName))?.visitId ?? world.ids.randomUuid()
    const groups = decidedGroups(chosen, privacySignal)
    const accountId = actor.kind === 'member' ? actor.accountId : null
    const list = activeGroups(groups)
    await inTransaction(world, async (work) => {
      await insertRecord(work, {
        visitId,
        accountId,
        activeGroups: list,
        privacySignal,
        said: consentQuestion,
        page,
        network,
        userAgent,
        country,
        region,
      })
      const standing = { visitId, activeGroups: list, chosenAt: work.now }
      await moveStandingsOf(work, standing)
      if (accountId !== null) await writeStanding(work, accountId, standing)
    })
    cookies.set(cookieName, consentCookieText({ visitId, groups }), { httpOnly: false, maxAge: consentAge })
    return standing(context, recipients)
  },
})
