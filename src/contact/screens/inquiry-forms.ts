import type { ShopContext } from '#web/request/shop-context.ts'
import { ownValue } from '#shared/own-value.ts'
import { mailContact, mailHcp, mailUniversity } from '../endpoints.ts'
import { contactTopics, topics } from '../rules/message.ts'

interface CommonField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** Missing if a field may stay empty. */
  readonly required?: boolean
  readonly half?: boolean
}

type InquiryField =
  | (CommonField & { readonly kind: 'line' | 'email'; readonly autoComplete: string })
  | (CommonField & { readonly kind: 'area' | 'country' })
  | (CommonField & {
      readonly kind: 'list' | 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
    })

/** The value of a field; empty for one that was not sent. */
type FieldReader = (name: string) => string

export interface InquiryForm {
  /** Sends the entered values to the form's endpoint. */
  readonly send: (call: ShopContext['call'], fieldValue: FieldReader) => Promise<unknown>
  readonly legend: string
  readonly fields: readonly InquiryField[]
  readonly button: string
  readonly sent: string
  /** How many sections of the page come before it; 1 if missing. */
  readonly after?: number
}

const humanCheckFields = (fieldValue: FieldReader) => ({
  captcha: fieldValue('captcha'),
  website: fieldValue('website'),
})

const fullName: InquiryField = {
  kind: 'line', name: 'full_name', label: 'Full name', autoComplete: 'name', required: true, half: true,
} // prettier-ignore
const email: InquiryField = {
  kind: 'email', name: 'email', label: 'Email', autoComplete: 'email', required: true, half: true,
} // prettier-ignore
const country: InquiryField = { kind: 'country', name: 'country', label: 'Country', required: true }
const message = { kind: 'area', name: 'message', label: 'Message', required: true } as const

const contact: InquiryForm = {
  send: (call, fieldValue) =>
    call(mailContact, {
      full_name: fieldValue('full_name'),
      email: fieldValue('email'),
      topic: contactTopics.find((topic) => topic === fieldValue('topic')),
      order_number: fieldValue('order_number'),
      message: fieldValue('message'),
      ...humanCheckFields(fieldValue),
    }),
  legend: 'Write to us',
  fields: [
    fullName,
    email,
    {
      kind: 'list',
      name: 'topic',
      label: 'What’s it about?',
      half: true,
      options: contactTopics
        .filter((topic) => topic !== 'join')
        .map((topic) => ({ value: topic, label: topics[topic] })),
    },
    {
      kind: 'line',
      name: 'order_number',
      label: 'Order number (optional)',
      autoComplete: 'off',
      half: true,
    },
    message,
  ],
  button: 'Send',
  sent: 'Thank you. We received your message and usually reply the same business day.',
  after: 2,
}

const practitioners: InquiryForm = {
  send: (call, fieldValue) =>
    call(mailHcp, {
      first_name: fieldValue('first_name'),
      last_name: fieldValue('last_name'),
      email: fieldValue('email'),
      certified: fieldValue('certified'),
      credential: fieldValue('credential'),
      country: fieldValue('country'),
      message: fieldValue('message'),
      ...humanCheckFields(fieldValue),
    }),
  legend: 'Tell us about your practice',
  fields: [
    {
      kind: 'line',
      name: 'first_name',
      label: 'First name',
      autoComplete: 'given-name',
      required: true,
      half: true,
    },
    {
      kind: 'line',
      name: 'last_name',
      label: 'Last name',
      autoComplete: 'family-name',
      required: true,
      half: true,
    },
    { ...email, half: false },
    {
      kind: 'choice',
      name: 'certified',
      label: 'Are you a certified or licensed health professional?',
      required: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    },
    {
      kind: 'line',
      name: 'credential',
      label: 'Credential',
      hint: 'For example RD, MD or NP (optional).',
      autoComplete: 'off',
      half: true,
    },
    { ...country, half: true },
    { ...message, label: 'Message (optional)', required: false },
  ],
  button: 'Send',
  sent: 'Thank you. We received your details and will reply within a week.',
}

const university: InquiryForm = {
  send: (call, fieldValue) =>
    call(mailUniversity, {
      full_name: fieldValue('full_name'),
      email: fieldValue('email'),
      country: fieldValue('country'),
      link: fieldValue('link'),
      message: fieldValue('message'),
      ...humanCheckFields(fieldValue),
    }),
  legend: 'Apply for the course',
  fields: [
    fullName,
    email,
    { ...country, half: true },
    {
      kind: 'line',
      name: 'link',
      label: 'Where you write, speak or teach',
      autoComplete: 'url',
      half: true,
    },
    { ...message, label: 'What do you teach, and who is your audience?' },
  ],
  button: 'Send',
  sent: 'Thank you. We received your application and will reply within a week.',
}

const joinUs: InquiryForm = {
  send: (call, fieldValue) =>
    call(mailContact, {
      full_name: fieldValue('full_name'),
      email: fieldValue('email'),
      topic: 'join',
      message: fieldValue('message'),
      ...humanCheckFields(fieldValue),
    }),
  legend: 'Introduce yourself',
  fields: [
    fullName,
    email,
    {
      ...message,
      label: 'What would you like to work on?',
      hint: 'Include a link to your work if you have one.',
    },
  ],
  button: 'Send',
  sent: 'Thank you. We received your introduction and reply to everyone.',
}

const forms: Readonly<Record<string, InquiryForm>> = {
  '/contact': contact,
  '/practitioners': practitioners,
  '/seeduniversity': university,
  '/join-us': joinUs,
}

/** The form of a page, by its address. */
export const inquiryFormOf = (path: string): InquiryForm | undefined => ownValue(forms, path)
