import { activeGroups, groupsFrom } from '#consent/rules/consent.ts'
import type { Groups } from '#consent/rules/consent.ts'
import { disclosures, discloseTo } from './destinations.ts'
import type { DestinationName, TrackedEvent } from './destinations.ts'
import { isValues, pickValues, plannedProperties } from './event-properties.ts'
import type { Values } from './event-properties.ts'
import { isPlanned, trackingPlan } from './tracking-plan.ts'

type UnknownFields = Readonly<Record<string, unknown>>

/** A message of Segment's tracking API, as far as the shop reads it. */
export interface CollectedMessage {
  readonly type: 'page' | 'track' | 'identify' | 'screen' | 'alias' | 'group'
  readonly messageId?: string | undefined
  readonly anonymousId?: string | null | undefined
  readonly event?: string | undefined
  readonly name?: string | null | undefined
  readonly properties?: UnknownFields | undefined
  readonly traits?: UnknownFields | undefined
  readonly context?:
    | {
        readonly campaign?: UnknownFields | undefined
        readonly first_campaign?: UnknownFields | undefined
        readonly click_id?: string | undefined
        readonly hashes?: UnknownFields | undefined
      }
    | undefined
  readonly integrations?: UnknownFields | undefined
  readonly timestamp?: string | undefined
  readonly sentAt?: string | undefined
}

/** What the request itself says about the sender of the message. */
export interface Sender {
  readonly receivedAt: Temporal.Instant
  /** The id of the browser's consent. */
  readonly visitId: string
  readonly groups: Groups
  readonly member: { readonly accountId: string; readonly email: string } | null
  readonly place: { readonly country: string; readonly region: string }
  readonly userAgent: string
}

const campaignParts = { name: 'text', source: 'text', medium: 'text', term: 'text', content: 'text' } as const

const clickPattern = /^fb\.[012]\.\d{10,16}\.[\w-]{1,255}$/

/** How long a message may have waited in a browser that was switched off. */
const maxAge = Temporal.Duration.from({ hours: 24 * 30 })

/** A moment as a sender writes it: fractions finer than a nanosecond, which no clock here knows, are cut. */
const momentIn = (text: string): Temporal.Instant => Temporal.Instant.from(text.replace(/(\.\d{9})\d+/, '$1'))

/**
 * When an event happened by the shop's clock: the sender's clock may be wrong, but the time between the event and its
 * sending is right on it (Segment's rule). Never after its receipt, and never longer ago than a month.
 */
export const happenedAt = (
  { timestamp, sentAt }: Pick<CollectedMessage, 'timestamp' | 'sentAt'>,
  receivedAt: Temporal.Instant,
): Temporal.Instant => {
  if (timestamp === undefined) return receivedAt
  const claimedTime = momentIn(timestamp)
  const at = sentAt === undefined ? claimedTime : receivedAt.subtract(claimedTime.until(momentIn(sentAt)))
  if (Temporal.Instant.compare(at, receivedAt) > 0) return receivedAt
  const earliest = receivedAt.subtract(maxAge)
  return Temporal.Instant.compare(at, earliest) < 0 ? earliest : at
}

/** The name of the plan for a message; null for what browsers do not report. */
const plannedName = ({ type, event }: CollectedMessage): Pick<TrackedEvent, 'type' | 'name'> | null => {
  if (type === 'page') return { type, name: 'Page Viewed' }
  if (type === 'identify') return { type, name: 'Identified' }
  if (type !== 'track' || event === undefined || !isPlanned(event)) return null
  const by: readonly string[] = trackingPlan[event].by
  return by.includes('browser') ? { type, name: event } : null
}

const campaignOf = ({ context }: CollectedMessage): TrackedEvent['campaign'] => {
  const last = pickValues(context?.campaign ?? {}, campaignParts)
  const first = pickValues(context?.first_campaign ?? {}, campaignParts)
  return Object.keys(last).length + Object.keys(first).length === 0 ? null : { last, first }
}

const identityKinds = { email: 'email', hashed_email: 'hash', hashed_account_info: 'hashes' } as const

/** E-mail and hashes, wherever the message has them: in properties, in traits or next to both. */
const identityOf = ({ properties, traits, context }: CollectedMessage) => {
  const identity = pickValues({ ...traits, ...properties }, identityKinds)
  const { hashes: contextHashes } = pickValues({ hashes: context?.hashes }, { hashes: 'hashes' })
  const { email, hashed_email: emailHash, hashed_account_info: info } = identity
  const hashes = {
    ...(isValues(contextHashes) ? contextHashes : {}),
    ...(isValues(info) ? info : {}),
    ...(emailHash === undefined ? {} : { email: emailHash }),
  }
  return {
    email: typeof email === 'string' ? email : null,
    hashes: Object.keys(hashes).length === 0 ? null : hashes,
  }
}

/** The properties that the plan allows, without identifying ones; null for a page without a URL. */
const factsOf = ({ type, name: title, properties }: CollectedMessage, name: string): Values | null => {
  if (type === 'identify') return {}
  const {
    email: _email,
    hashed_email: _hash,
    hashed_account_info: _info,
    ...facts
  } = plannedProperties(name, { ...(type === 'page' ? { title } : {}), ...properties }) ?? {}
  return type === 'page' && facts['path'] === undefined ? null : facts
}

/** Everything that may be known about a message, before consent is checked; null for what is not in the plan. */
export const readMessage = (message: CollectedMessage, id: string, sender: Sender): TrackedEvent | null => {
  const planned = plannedName(message)
  const properties = planned && factsOf(message, planned.name)
  if (!planned || !properties) return null
  const { email, hashes } = identityOf(message)
  const { member, visitId, place, userAgent } = sender
  const click = message.context?.click_id
  return {
    messageId: id,
    ...planned,
    happenedAt: happenedAt(message, sender.receivedAt).toString(),
    properties,
    visit: message.anonymousId ?? visitId,
    accountId: member?.accountId ?? null,
    email: email ?? (planned.type === 'identify' ? (member?.email ?? null) : null),
    hashes,
    campaign: campaignOf(message),
    click: click !== undefined && clickPattern.test(click) ? click : null,
    place,
    browser: userAgent === '' ? null : userAgent,
    activeGroups: activeGroups(sender.groups),
  }
}

/** Whether the sender excludes a destination, by Segment's `integrations`; the names are those of this shop. */
const isExcluded = (name: DestinationName, integrations: UnknownFields | undefined): boolean =>
  integrations !== undefined &&
  (integrations[name] === false || (integrations['All'] === false && integrations[name] !== true))

/** Needed by an advertiser to attribute it; the account itself is not sent, but may be looked up. */
const isUnattributable = ({ hashes, click, accountId }: TrackedEvent): boolean =>
  hashes === null && click === null && accountId === null

/** Which parts of an event each of the configured destinations gets. */
export const disclosuresFor = (
  event: TrackedEvent,
  destinations: readonly DestinationName[],
  integrations?: UnknownFields,
): readonly { readonly to: DestinationName; readonly event: TrackedEvent }[] =>
  destinations.flatMap((to) => {
    const isWithheld = disclosures[to].isAdvertising && isUnattributable(event)
    const disclosed =
      isWithheld || isExcluded(to, integrations)
        ? null
        : discloseTo(to, event, groupsFrom(event.activeGroups))
    return disclosed === null ? [] : [{ to, event: disclosed }]
  })
