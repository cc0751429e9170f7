import { z } from 'zod'
import { Email } from '#shared/address.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { Challenge, checkFields } from '#shared/human-check.ts'
import { isOneLine } from '#shared/one-line.ts'
import { contactTopics } from './rules/message.ts'

const line = (message: string, max = 120) =>
  z.string(message).trim().min(1, message).max(max, message).refine(isOneLine, message)

const optionalLine = (message: string, max = 120) =>
  z.string(message).trim().max(max, message).refine(isOneLine, message).default('')

const captchaFailed = errorCatalogue.CAPTCHA_FAILED.detail
const invalidMessage = 'Kindly enter a valid message.'
const Message = z.string(invalidMessage).trim().min(1, invalidMessage).max(4000, invalidMessage)

const Country = z.string('Kindly enter your country').regex(/^[A-Z]{2}$/, 'Kindly enter your country')

const mailReply = z.object({ success: z.literal(true) })
const mailErrors = ['VALIDATION_ERROR', 'CAPTCHA_FAILED', 'SHOP_BUSY', 'TOO_MANY_REQUESTS'] as const

export const mailContact = defineEndpoint({
  name: 'mailContact',
  method: 'POST',
  path: '/api/mail/contact',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['message'],
  payload: z.object({
    full_name: line('Kindly enter your full name'),
    email: Email,
    topic: z.enum(contactTopics, 'Please choose what it’s about.').default('question'),
    order_number: optionalLine('Please check the order number.', 20),
    message: Message,
    ...checkFields,
  }),
  reply: mailReply,
  errors: mailErrors,
})

const missingCertification = 'Kindly answer the question about health certification.'

/** Health care practitioners. */
export const mailHcp = defineEndpoint({
  name: 'mailHcp',
  method: 'POST',
  path: '/api/mail/hcp',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['message'],
  payload: z.object({
    first_name: line('Kindly enter your first name', 60),
    last_name: line('Kindly enter your last name', 60),
    email: Email,
    certified: z.string(missingCertification).regex(/^(yes|no)$/, missingCertification),
    credential: optionalLine('Please check the credential.'),
    country: Country,
    message: z.string(invalidMessage).trim().max(4000, invalidMessage).default(''),
    ...checkFields,
  }),
  reply: mailReply,
  errors: mailErrors,
})

/** People who teach what they know about us to others. */
export const mailUniversity = defineEndpoint({
  name: 'mailUniversity',
  method: 'POST',
  path: '/api/mail/university',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['message'],
  payload: z.object({
    full_name: line('Kindly enter your full name'),
    email: Email,
    country: Country,
    link: optionalLine('Please check where you publish.', 300),
    message: Message,
    ...checkFields,
  }),
  reply: mailReply,
  errors: mailErrors,
})

/**
 * Checks the token of a form without sending it. The pass replaces the token in the mail endpoints for ten minutes;
 * each lets one message through.
 */
export const verifyTurnstile = defineEndpoint({
  name: 'verifyTurnstile',
  method: 'POST',
  path: '/api/turnstile/verify',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['attempt'],
  payload: z.object({ token: z.string(captchaFailed).max(2048, captchaFailed) }),
  reply: z.object({ success: z.literal(true), pass: z.string() }),
  errors: ['VALIDATION_ERROR', 'CAPTCHA_FAILED', 'SHOP_BUSY', 'TOO_MANY_REQUESTS'],
})

/** The human check of a form: Cloudflare's widget, or a token of the shop that needs no script. */
export const viewChallenge = defineEndpoint({
  name: 'viewChallenge',
  method: 'GET',
  path: '/api/turnstile/challenge',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'hands out a token that costs nothing' },
  payload: z.object({}),
  reply: Challenge,
  errors: [],
})
