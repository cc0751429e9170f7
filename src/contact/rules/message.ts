import { ownValue } from '#shared/own-value.ts'
const topicNames = [
  'question', 'order', 'reaction', 'press', 'other', 'join', 'practitioner', 'university',
] as const // prettier-ignore

/** What somebody writes about; decides the subject of the mail that reaches us. */
export type Topic = (typeof topicNames)[number]

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

/** The topic of a kept message; one that was given up since counts as something else. */
export const parseTopic = (text: string): Topic => topicNames.find((name) => name === text) ?? 'other'

/** What the contact form offers to choose from; the other topics have pages of their own. */
export const contactTopics = [
  'question',
  'order',
  'reaction',
  'press',
  'other',
  'join',
] as const satisfies readonly Topic[]

/** A message as it was typed, field by field, with what was left empty left out. */
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

/** The facts beside the message itself, in the order in which the form asks for them. */
export const messageFacts = ({
  fields,
}: Message): readonly { readonly label: string; readonly value: string }[] =>
  Object.entries(labels).flatMap(([name, label]) => {
    const value = ownValue(fields, name)
    return value === undefined ? [] : [{ label, value }]
  })

/** Leaves out what was not filled in. */
export const filledFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
