import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/call.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Work, World } from '#platform/world.ts'
import type { setConsent, viewConsent } from '../calls.ts'
import {
  activeGroups,
  consentAge,
  consentCookieText,
  consentQuestion,
  consentStanding,
  decidedGroups,
  keptConsent,
} from '../rules/consent.ts'
import { blankRecordsOf, insertRecord, readRecordsOf } from './consent-store.ts'

const cookieName = brand.keys.consentCookie

const standing = ({ cookies, privacySignal }: CallContext): ReplyOf<typeof viewConsent> => {
  const cookie = cookies.get(cookieName)
  return {
    standing: consentStanding(cookie, privacySignal),
    privacy_signal: privacySignal,
    groups: keptConsent(cookie, privacySignal)?.groups ?? decidedGroups({}, privacySignal),
  }
}

/** The choices that a member made, for the member's data file. */
export const consentsOf = (db: World['database'], accountId: string) => readRecordsOf(db, accountId)

/** Takes the member out of the proof. */
export const forgetConsentsOf = (work: Work, accountId: string): Promise<void> =>
  blankRecordsOf(work, accountId)

interface ConsentHandlers {
  readonly viewConsent: Handler<typeof viewConsent>
  readonly setConsent: Handler<typeof setConsent>
}

/** The handlers of `consent/calls.ts`. The proof is written before the browser is told. */
export const createConsentHandlers = (world: World): ConsentHandlers => ({
  viewConsent: async (context) => standing(context),
  setConsent: async (context, { groups: chosen, page }) => {
    const { actor, cookies, privacySignal, network, userAgent, country, region } = context
    const visitId = keptConsent(cookies.get(cookieName))?.visitId ?? world.ids.randomUuid()
    const groups = decidedGroups(chosen, privacySignal)
    await inTransaction(world, (work) =>
      insertRecord(work, {
        visitId,
        accountId: actor.kind === 'member' ? actor.accountId : null,
        activeGroups: activeGroups(groups),
        privacySignal,
        said: consentQuestion,
        page,
        network,
        userAgent,
        country,
        region,
      }),
    )
    cookies.set(cookieName, consentCookieText({ visitId, groups }), { httpOnly: false, maxAge: consentAge })
    return standing(context)
  },
})
