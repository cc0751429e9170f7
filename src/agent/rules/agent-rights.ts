import type { AgentRight, DeniedToAgents } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Locale } from '#shared/locale.ts'
import { auditedMessages } from '../messages/audited-messages.ts'
import { auditedChangeMessages } from '../messages/audited-change-messages.ts'

/** How long the link of an authorization opens. */
export const agentLinkLifetime = Temporal.Duration.from({ hours: 1 })

/** Minutes of an impersonation session: the least, the default, and the most. */
export const impersonationMinutes = { min: 5, default: 30, max: 120 } as const

/** After this many wrong passwords a link is closed. */
export const maxAttempts = 5

export interface ImpersonationTimes {
  readonly startedAt: Temporal.Instant | null
  readonly endsAt: Temporal.Instant | null
  readonly endedAt: Temporal.Instant | null
}

/** Whether an impersonation session is live at `now`; its limit ends it at its very moment. */
export const isImpersonationLive = (
  { startedAt, endsAt, endedAt }: ImpersonationTimes,
  now: Temporal.Instant,
): boolean =>
  startedAt !== null && endsAt !== null && endedAt === null && Temporal.Instant.compare(now, endsAt) < 0

const denials: Readonly<Record<DeniedToAgents, string>> = {
  denied: 'Only the member can do this.',
  'denied: sign-in': 'Only the member can change sign-in methods.',
  'denied: password': 'Only the member can change the password.',
  'denied: email': 'Only the member can change the email.',
  'denied: money': 'Only the member can make payments and choose cards.',
  'denied: order-owner': 'Only the member can add an order to the account.',
  'denied: account-data': 'Only the member can download data or delete the account.',
  'denied: machine': 'Only the member can do this.',
  'denied: partner': 'The partner API is for programs with a key.',
  'denied: desk': 'The desk is for staff who signed in there.',
}

export const isDenied = (right: AgentRight): right is DeniedToAgents => Object.hasOwn(denials, right)

/** Why an agent may not use an endpoint, as the agent reads it. */
export const denialMessage = (right: DeniedToAgents): string => denials[right]

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const isRequested = (value: unknown): boolean => value === true || value === 'true'

/** Why a payload is refused although its endpoint is allowed: it would charge at once, or another card. */
export const agentRefusal = (payload: unknown): string | null => {
  const change = field(payload, 'change')
  const action = field(change, 'action')
  const chargesNow = isRequested(field(payload, 'order_now')) || isRequested(field(change, 'order_now'))
  return chargesNow || action === 'order-now' || action === 'change-payment-method'
    ? denials['denied: money']
    : null
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '')

/** The audited action: the endpoint, the kind of change, and the id of what was changed. */
export const auditedActionOf = (payload: unknown): { readonly action: string; readonly subject: string } => ({
  action: text(field(field(payload, 'change'), 'action')),
  subject: text(field(payload, 'subscription_id')) || text(field(payload, 'id')),
})

const inEnglish = auditedMessages.texts.en

/** A write, as described to the member. */
export const actionDescription = (call: string, action: string): string => {
  const description = ownValue<string>(inEnglish, call) ?? inEnglish.other
  return action === '' ? description : `${description}: ${action.replaceAll('-', ' ')}`
}

const calls = auditedMessages.texts.en
const changes = auditedChangeMessages.texts.en

const isCall = (key: string): key is keyof typeof calls => Object.hasOwn(calls, key)
const isChange = (key: string): key is keyof typeof changes => Object.hasOwn(changes, key)

/** The description of an action, which replies have in English, in another language; unknown words stay as they are. */
export const auditedText = (description: string, locale: Locale): string => {
  const [what = '', change] = description.split(': ')
  const call = Object.keys(calls)
    .filter(isCall)
    .find((key) => calls[key] === what)
  const action = Object.keys(changes)
    .filter(isChange)
    .find((key) => changes[key] === change)
  return [
    call ? auditedMessages.in(locale)(call) : what,
    ...(change === undefined ? [] : [action ? auditedChangeMessages.in(locale)(action) : change]),
  ].join(': ')
}
