import { groupsFrom } from '#consent/rules/consent.ts'
import { revealsHealth } from './destinations.ts'
import type { TrackedEvent } from './destinations.ts'
import type { Json, Values } from './event-properties.ts'

/** The fields of an event for an outside server: those that have a value. */
const withoutEmpty = (fields: Readonly<Record<string, Json | null | undefined>>): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value] as const],
    ),
  )

const campaignTraits = (campaign: TrackedEvent['campaign']): Values =>
  Object.fromEntries(
    Object.entries(campaign?.first ?? {}).map(([name, value]) => [`first_campaign_${name}`, value]),
  )

/**
 * An event as Segment's tracking API takes it. Segment passes events on to others: it learns which groups are on, and of
 * what reveals health no advertising group is.
 */
export const segmentMessage = (event: TrackedEvent): Values => {
  const { type, properties, email, hashes } = event
  const groups = groupsFrom(event.activeGroups, revealsHealth(event))
  const identity = withoutEmpty({ email, hashed_account_info: hashes })
  const { title, ...facts } = properties
  return withoutEmpty({
    type,
    messageId: event.messageId,
    timestamp: event.happenedAt,
    userId: event.accountId,
    anonymousId: event.visit,
    event: type === 'track' ? event.name : null,
    name: type === 'page' ? title : null,
    ...(type === 'identify'
      ? { traits: { ...identity, ...campaignTraits(event.campaign) } }
      : { properties: { ...withoutEmpty({ title }), ...facts, ...identity } }),
    context: withoutEmpty({
      campaign: event.campaign?.last,
      click_id: event.click,
      location: event.place && { country: event.place.country, region: event.place.region },
      library: { name: 'shop', version: '1' },
      consent: { categoryPreferences: { ...groups } },
    }),
  })
}
