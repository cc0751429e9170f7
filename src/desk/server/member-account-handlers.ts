import { accountById } from '#account/server/accounts.ts'
import { deviceName } from '#account/rules/device-name.ts'
import { endOwnSession, liveSessionsOf } from '#account/server/sessions.ts'
import { consentsOf } from '#consent/server/consents.ts'
import { pointsOf } from '#loyalty/server/points.ts'
import { newsletterConsentsOf } from '#newsletter/server/subscribers.ts'
import { cardExpiryStatus } from '#payment/card/rules/card.ts'
import { listSavedCards } from '#payment/charge/server/payments.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { staffOf } from '#platform/request-context.ts'
import type { HandlersFor } from '#platform/route.ts'
import { inTransaction } from '#platform/transaction.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import { seesNames } from '#shared/staff.ts'
import { recordAction, recordView } from '#staff/server/audits.ts'
import type * as endpoints from '../member-account-endpoints.ts'
import { consentRows } from '../rules/consent-rows.ts'

const memberAccount = async ({ database }: AppDeps, id: string) => {
  const account = await accountById(database, id)
  if (account === null) throw new ShopError('NOT_FOUND')
  return account
}

const cardsOf = async ({ database, clock }: AppDeps, id: string) => {
  const today = dateIn(clock.now(), brand.timeZone)
  return (await listSavedCards(database, id)).map((card) => ({
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    is_default: card.isDefault,
    state: cardExpiryStatus(card, today),
  }))
}

const sessionsOf = async ({ database, clock }: AppDeps, id: string) =>
  (await liveSessionsOf(database, id, clock.now())).map(({ user_agent: agent, ...session }) => ({
    id: session.id,
    device: deviceName(agent, 'en'),
    created_at: Temporal.Instant.from(session.created_at).toString(),
    last_seen_at: Temporal.Instant.from(session.last_seen_at).toString(),
  }))

const consentOf = async ({ database }: AppDeps, id: string, email: string) => {
  const [choices, steps] = await Promise.all([
    consentsOf(database, id),
    newsletterConsentsOf(database, email),
  ])
  const last = steps.at(-1)
  return {
    consents: consentRows(choices).map(({ isAllowed, isBySignal, at, ...row }) => ({
      ...row,
      is_allowed: isAllowed,
      is_by_signal: isBySignal,
      at: Temporal.Instant.from(at).toString(),
    })),
    newsletter: last
      ? { action: last.action, at: Temporal.Instant.from(last.at).toString(), page: last.page }
      : null,
    proofs: choices.length + steps.length,
  }
}

/** Points, cards, sessions and consent of a member, and ending a session for them. */
export const createMemberAccountHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  viewDeskMemberAccount: async (context, { id }) => {
    const actor = staffOf(context)
    const account = await memberAccount(deps, id)
    const look = { action: 'member.viewed', subject: `account:${id}`, accountId: id }
    const showsNames = seesNames(actor.role)
    if (showsNames) await recordView(deps, { actor, requestId: context.requestId }, look)
    const [points, cards, sessions, consent] = await Promise.all([
      pointsOf(deps.database, id),
      cardsOf(deps, id),
      showsNames ? sessionsOf(deps, id) : null,
      consentOf(deps, id, account.email),
    ])
    return { points: points.reduce((sum, entry) => sum + entry.points, 0), cards, sessions, ...consent }
  },
  endDeskSession: async (context, { id, session_id: sessionId, reason }) => {
    await memberAccount(deps, id)
    await inTransaction(deps, async (tx) => {
      if (!(await endOwnSession(tx, id, sessionId)))
        throw new ShopError('ACTION_NOT_ALLOWED', {
          detail: 'The member is not signed in there any more. Nothing was done.',
        })
      recordAction(
        tx,
        { actor: staffOf(context), requestId: context.requestId },
        {
          action: 'member.session-ended',
          subject: `account:${id}`,
          accountId: id,
          before: { session: sessionId },
          reason,
        },
      )
    })
    return {}
  },
})
