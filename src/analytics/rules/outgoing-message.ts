import type { Groups } from '#consent/rules/consent.ts'
import { collectedFields, destinationNames, disclosedFields, discloseTo } from './destinations.ts'
import type { DisclosedField, TrackedEvent } from './destinations.ts'
import { plannedProperties } from './event-properties.ts'

type Fields = Readonly<Record<string, unknown>>

/** A message as the browser records it: with everything that it knows, whatever may be sent in the end. */
export interface RecordedMessage {
  readonly type: 'page' | 'track' | 'identify'
  readonly messageId: string
  /** By the browser's clock. */
  readonly timestamp: string
  readonly anonymousId?: string
  /** Of a `track`. */
  readonly event?: string
  /** Of a `page`: its title. */
  readonly name?: string
  readonly properties?: Fields
  readonly traits?: Fields
  readonly context?: Fields
}

/**
 * The parts of a message that need separate consent. Parts that are not listed are never in a message: the account
 * comes from the session, place and browser from the request.
 */
const disclosedPaths = {
  visit: ['anonymousId'],
  accountId: [],
  email: ['properties.email', 'traits.email'],
  hashes: [
    'properties.hashed_email',
    'properties.hashed_account_info',
    'traits.hashed_email',
    'traits.hashed_account_info',
  ],
  campaign: ['context.campaign', 'context.first_campaign'],
  click: ['context.click_id'],
  place: [],
  browser: [],
} as const satisfies Record<DisclosedField, readonly string[]>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutPaths = (fields: Fields, hidden: readonly string[], prefix = ''): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && !hidden.includes(`${prefix}${name}`),
    ),
  )

/** The message without the parts that may not be sent, and without what becomes empty by that. */
const withoutHidden = (message: RecordedMessage, hidden: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(withoutPaths({ ...message }, hidden)).flatMap(([name, value]) => {
      if (!isFields(value)) return [[name, value]]
      const visible = withoutPaths(value, hidden, `${name}.`)
      return Object.keys(visible).length === 0 ? [] : [[name, visible]]
    }),
  )

const emptyEvent: Omit<TrackedEvent, 'messageId' | 'type' | 'name' | 'happenedAt' | 'properties'> = {
  visit: null,
  accountId: null,
  email: null,
  hashes: null,
  campaign: null,
  click: null,
  place: null,
  browser: null,
  activeGroups: '',
}

/** The plan's name of a message. */
const plannedName = ({ type, event }: RecordedMessage): string => {
  switch (type) {
    case 'page':
      return 'Page Viewed'
    case 'identify':
      return 'Identified'
    case 'track':
      return event ?? ''
    default:
      return type satisfies never
  }
}

/** Whether any destination may get the message at all: those that advertise of nothing that reveals health. */
const hasRecipient = (message: RecordedMessage, groups: Groups): boolean => {
  const { messageId, type, timestamp: happenedAt, properties = {} } = message
  const name = plannedName(message)
  const planned = plannedProperties(name, properties) ?? {}
  const known = { ...emptyEvent, messageId, type, name, happenedAt, properties: planned }
  return destinationNames.some((destination) => discloseTo(destination, known, groups) !== null)
}

/** The part of a message that may leave the browser under a choice (spec §9, ruling 24); null for nothing at all. */
export const disclosedMessage = (message: RecordedMessage, groups: Groups): Fields | null => {
  const fields = collectedFields(groups)
  if (fields === null || !hasRecipient(message, groups)) return null
  const hidden = disclosedFields.flatMap((field) => (fields.includes(field) ? [] : disclosedPaths[field]))
  return withoutHidden(message, hidden)
}
