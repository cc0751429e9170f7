import type { Locale } from '#shared/locale.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { ownValue } from '#shared/own-value.ts'
import { mailContact, mailHcp, mailUniversity } from '../endpoints.ts'
import { contactMessages } from '../messages/contact-messages.ts'
import { contactTopics, topicText } from '../rules/message.ts'

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

/** What a form says, apart from what it sends. */
type FormContent = Omit<InquiryForm, 'send'>

const fieldsIn = (locale: Locale) => {
  const t = contactMessages.in(locale)
  const required = { required: true } as const
  return {
    fullName: {
      ...required,
      kind: 'line',
      name: 'full_name',
      label: t('fullName'),
      autoComplete: 'name',
      half: true,
    },
    email: {
      ...required,
      kind: 'email',
      name: 'email',
      label: t('email'),
      autoComplete: 'email',
      half: true,
    },
    country: { ...required, kind: 'country', name: 'country', label: t('country'), half: true },
    message: { ...required, kind: 'area', name: 'message', label: t('message') },
  } as const satisfies Record<string, InquiryField>
}

const contact = (locale: Locale): FormContent => {
  const t = contactMessages.in(locale)
  const { fullName, email, message } = fieldsIn(locale)
  return {
    legend: t('legend'),
    fields: [
      fullName,
      email,
      {
        kind: 'list',
        name: 'topic',
        label: t('topic'),
        half: true,
        options: contactTopics
          .filter((topic) => topic !== 'join')
          .map((topic) => ({ value: topic, label: topicText(topic, locale) })),
      },
      {
        kind: 'line',
        name: 'order_number',
        label: t('orderNumber'),
        autoComplete: 'off',
        half: true,
      },
      message,
    ],
    button: t('send'),
    sent: t('sent'),
    after: 2,
  }
}

const nameFields = (locale: Locale): readonly InquiryField[] => {
  const t = contactMessages.in(locale)
  const half = { kind: 'line', required: true, half: true } as const
  return [
    { ...half, name: 'first_name', label: t('firstName'), autoComplete: 'given-name' },
    { ...half, name: 'last_name', label: t('lastName'), autoComplete: 'family-name' },
  ]
}

const practitioners = (locale: Locale): FormContent => {
  const t = contactMessages.in(locale)
  const { email, country, message } = fieldsIn(locale)
  return {
    legend: t('practitionersLegend'),
    fields: [
      ...nameFields(locale),
      { ...email, half: false },
      {
        kind: 'choice',
        name: 'certified',
        label: t('certified'),
        required: true,
        options: [
          { value: 'yes', label: t('yes') },
          { value: 'no', label: t('no') },
        ],
      },
      {
        kind: 'line',
        name: 'credential',
        label: t('credential'),
        hint: t('credentialHint'),
        autoComplete: 'off',
        half: true,
      },
      country,
      { ...message, label: t('messageOptional'), required: false },
    ],
    button: t('send'),
    sent: t('practitionersSent'),
  }
}

const university = (locale: Locale): FormContent => {
  const t = contactMessages.in(locale)
  const { fullName, email, country, message } = fieldsIn(locale)
  return {
    legend: t('universityLegend'),
    fields: [
      fullName,
      email,
      country,
      { kind: 'line', name: 'link', label: t('universityLink'), autoComplete: 'url', half: true },
      { ...message, label: t('universityMessage') },
    ],
    button: t('send'),
    sent: t('universitySent'),
  }
}

const joinUs = (locale: Locale): FormContent => {
  const t = contactMessages.in(locale)
  const { fullName, email, message } = fieldsIn(locale)
  return {
    legend: t('joinLegend'),
    fields: [fullName, email, { ...message, label: t('joinMessage'), hint: t('joinHint') }],
    button: t('send'),
    sent: t('joinSent'),
  }
}

const sendContact: InquiryForm['send'] = (call, fieldValue) =>
  call(mailContact, {
    full_name: fieldValue('full_name'),
    email: fieldValue('email'),
    topic: contactTopics.find((topic) => topic === fieldValue('topic')),
    order_number: fieldValue('order_number'),
    message: fieldValue('message'),
    ...humanCheckFields(fieldValue),
  })

const sendPractitioners: InquiryForm['send'] = (call, fieldValue) =>
  call(mailHcp, {
    first_name: fieldValue('first_name'),
    last_name: fieldValue('last_name'),
    email: fieldValue('email'),
    certified: fieldValue('certified'),
    credential: fieldValue('credential'),
    country: fieldValue('country'),
    message: fieldValue('message'),
    ...humanCheckFields(fieldValue),
  })

const sendUniversity: InquiryForm['send'] = (call, fieldValue) =>
  call(mailUniversity, {
    full_name: fieldValue('full_name'),
    email: fieldValue('email'),
    country: fieldValue('country'),
    link: fieldValue('link'),
    message: fieldValue('message'),
    ...humanCheckFields(fieldValue),
  })

const sendJoinUs: InquiryForm['send'] = (call, fieldValue) =>
  call(mailContact, {
    full_name: fieldValue('full_name'),
    email: fieldValue('email'),
    topic: 'join',
    message: fieldValue('message'),
    ...humanCheckFields(fieldValue),
  })

interface FormOfPage {
  readonly content: (locale: Locale) => FormContent
  readonly send: InquiryForm['send']
}

const forms: Readonly<Record<string, FormOfPage>> = {
  '/contact': { content: contact, send: sendContact },
  '/practitioners': { content: practitioners, send: sendPractitioners },
  '/seeduniversity': { content: university, send: sendUniversity },
  '/join-us': { content: joinUs, send: sendJoinUs },
}

/** The form of a page, by its address. */
export const inquiryFormOf = (path: string, locale: Locale): InquiryForm | undefined => {
  const form = ownValue(forms, path)
  return form && { ...form.content(locale), send: form.send }
}
