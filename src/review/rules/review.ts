import type { Locale } from '#shared/locale.ts'
import { reviewMailsMessages } from '../messages/review-mails-messages.ts'

/** `waiting` for staff; the other two are their decisions. */
export const reviewStates = ['waiting', 'published', 'declined'] as const

export type ReviewState = (typeof reviewStates)[number]

/** What a text is marked with for staff, by `review-flags.ts`. It is no decision. */
export const reviewFlags = ['profanity', 'health-claim', 'contact-details'] as const

export type ReviewFlag = (typeof reviewFlags)[number]

/** Why staff do not publish a review. Criticism is not a reason. */
export const declineReasons = ['profanity', 'health-claim', 'personal-data', 'not-about-product'] as const

export type DeclineReason = (typeof declineReasons)[number]

const declineKeys = {
  profanity: 'whyProfanity',
  'health-claim': 'whyHealthClaim',
  'personal-data': 'whyPersonalData',
  'not-about-product': 'whyNotAboutProduct',
} as const satisfies Record<DeclineReason, string>

/** A reason as its author reads it. */
export const declineText = (reason: DeclineReason, locale: Locale): string =>
  reviewMailsMessages.in(locale)(declineKeys[reason])

/** How a list of reviews is sorted; those of the same stars by date, the newest first. */
export const reviewSorts = ['lowest', 'highest', 'newest'] as const

export type ReviewSort = (typeof reviewSorts)[number]

/** The name that a form suggests: first name and initial, never the whole name. */
export const suggestedName = (firstName: string, lastName: string): string => {
  const initial = Array.from(lastName.trim())[0]
  return initial === undefined ? firstName.trim() : `${firstName.trim()} ${initial.toUpperCase()}.`
}
