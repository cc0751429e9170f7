import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { contactMessages } from '../messages/contact-messages.ts'

const topicNames = [
  'question', 'order', 'reaction', 'press', 'other', 'join', 'practitioner', 'university',
] as const // prettier-ignore

/** The topic of a message; decides the subject of the mail to the shop. */
type Topic = (typeof topicNames)[number]

/** As staff read them. */
export const topics: Readonly<Record<Topic, string>> = {
  question: 'A product or an ingredient',
  order: 'An order or a subscription',
  reaction: 'I felt unwell after taking it',
  press: 'Press',
  other: 'Something else',
  join: 'Working with us',
  practitioner: 'Practitioners',
  university: 'Partners',
}

const topicKeys = {
  question: 'topicQuestion',
  order: 'topicOrder',
  reaction: 'topicReaction',
  press: 'topicPress',
  other: 'topicOther',
  join: 'topicJoin',
  practitioner: 'topicPractitioner',
  university: 'topicUniversity',
} as const satisfies Record<Topic, string>

/** A topic as its author reads it. */
export const topicText = (topic: Topic, locale: Locale): string =>
  contactMessages.in(locale)(topicKeys[topic])

/** The topic of a stored message; a topic that does not exist anymore counts as `other`. */
export const parseTopic = (text: string): Topic => topicNames.find((name) => name === text) ?? 'other'

/** The topics of the contact form; the other topics have pages of their own. */
export const contactTopics = [
  'question',
  'order',
  'reaction',
  'press',
  'other',
  'join',
] as const satisfies readonly Topic[]

/** An entered message, field by field, without the empty ones. */
export interface Message {
  readonly topic: Topic
  readonly name: string
  readonly email: string
  readonly fields: Readonly<Record<string, string>>
}

const labels: Readonly<Record<string, string>> = {
  order_number: 'Order number',
  certified: 'Certified health professional',
  credential: 'Credential',
  country: 'Country',
  link: 'Where they publish',
}

/** The facts in addition to the message itself, in the order of the form. */
export const messageFacts = ({
  fields,
}: Message): readonly { readonly label: string; readonly value: string }[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = ownValue(fields, name)
    return value === undefined ? [] : [{ label, value }]
  })

/** Removes what was not filled in. */
export const filledFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

/** What staff have to do about a conversation. */
export const threadStates = ['waiting', 'answered', 'closed'] as const

export type ThreadState = (typeof threadStates)[number]

/** All messages of one address, and what staff did about them. */
export interface Thread {
  readonly id: string
  readonly email: string
  readonly lastAt: Temporal.Instant
  /** The first message without an answer; null when there is none. */
  readonly waitingSince: Temporal.Instant | null
  readonly closedAt: Temporal.Instant | null
  /** The person of staff who has taken it. */
  readonly assignedTo: string | null
  /** Raised with every message and action. */
  readonly version: number
}

export const threadState = ({ waitingSince, closedAt }: Thread): ThreadState =>
  waitingSince !== null ? 'waiting' : closedAt === null ? 'answered' : 'closed'

/**
 * Why nothing is done in a conversation that is not the one that was read; null when it still is. `lastAnswerer` is the
 * name of who answered last.
 */
export const threadRefusal = (
  { version }: Pick<Thread, 'version'>,
  read: number,
  lastAnswerer: string | null,
): string | null => {
  if (version === read) return null
  const last = lastAnswerer === null ? '' : ` The last answer is from ${lastAnswerer}.`
  return `The conversation has changed since you opened it.${last} Nothing was sent, and what you wrote is still here.`
}

/** The messages that an answer is to: those since the answer before it, or the last one when there was none since. */
export const answeredMessages = <One extends { readonly at: string }>(
  messages: readonly One[],
  previous: Temporal.Instant | null,
  answeredAt: Temporal.Instant,
): readonly One[] => {
  const earlier = messages.filter(
    ({ at }) => Temporal.Instant.compare(Temporal.Instant.from(at), answeredAt) <= 0,
  )
  const since = earlier.filter(
    ({ at }) => previous === null || Temporal.Instant.compare(Temporal.Instant.from(at), previous) > 0,
  )
  return since.length > 0 ? since : earlier.slice(-1)
}
