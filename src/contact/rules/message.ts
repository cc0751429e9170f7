import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { contactMailsMessages } from '../messages/contact-mails-messages.ts'

const topicNames = [
  'question', 'order', 'reaction', 'press', 'other', 'join', 'practitioner', 'university',
] as const // prettier-ignore

/** The topic of a message; decides the subject of the mail to the shop. */
export type Topic = (typeof topicNames)[number]

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
  contactMailsMessages.in(locale)(topicKeys[topic])

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
