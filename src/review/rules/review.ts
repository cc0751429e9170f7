import { z } from 'zod'
import type { Locale } from '#shared/locale.ts'
import { productOf } from '#catalogue/rules/product.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { reviewMessages } from '../messages/review-messages.ts'

/** `waiting` for staff; the other two are their decisions. */
export const reviewStates = ['waiting', 'published', 'declined'] as const

export type ReviewState = (typeof reviewStates)[number]

/** What a text is marked with for staff, by `flagsOf`. It is no decision. */
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
  reviewMessages.in(locale)(declineKeys[reason])

/** How a list of reviews is sorted; those of the same stars by date, the newest first. */
export const reviewSorts = ['lowest', 'highest', 'newest'] as const

export type ReviewSort = (typeof reviewSorts)[number]

/** The name that a form suggests: first name and initial, never the whole name. */
export const suggestedName = (firstName: string, lastName: string): string => {
  const initial = Array.from(lastName.trim())[0]
  return initial === undefined ? firstName.trim() : `${firstName.trim()} ${initial.toUpperCase()}.`
}

/** How many reviews have one number of stars. */
export interface StarCount {
  readonly stars: number
  readonly count: number
}

interface Rating {
  readonly count: number
  /** With one decimal, half up: `4.3`; null without a review. */
  readonly average: string | null
  /** Five to one, each of them. */
  readonly stars: readonly StarCount[]
}

const levels = [5, 4, 3, 2, 1] as const

/** The rating of a product from its published reviews. The average is rounded once, from whole numbers. */
export const ratingOf = (counts: readonly StarCount[]): Rating => {
  const byStars = new Map(counts.map(({ stars, count }) => [stars, count]))
  const stars = levels.map((level) => ({ stars: level, count: byStars.get(level) ?? 0 }))
  const count = stars.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return { count, average: null, stars }
  const sum = stars.reduce((total, one) => total + one.stars * one.count, 0)
  const tenths = Math.floor((sum * 20 + count) / (count * 2))
  return { count, average: `${Math.floor(tenths / 10)}.${tenths % 10}`, stars }
}

/** When buyers are asked for a review: `content/reviews.json`. */
export const ReviewPolicy = z
  .strictObject({
    /** Days after the delivery; a product is tried first. */
    ask_after_days: z.int().min(1).max(365),
    /** Days after which nobody is asked any more, so that a shop that begins to ask does not write to the buyers of years. */
    ask_until_days: z.int().min(2).max(730),
  })
  .refine((policy) => policy.ask_after_days < policy.ask_until_days, {
    path: ['ask_after_days'],
    message: 'Must be less than ask_until_days',
  })

export type ReviewPolicy = z.output<typeof ReviewPolicy>

/** What a supplement may not be said to do, also by its buyers (21 CFR 101.93(g)): with a disease, or like a medicine. */
const healthClaims = new RegExp(
  [
    String.raw`\b(?:cur(?:e|es|ed|ing)|heal(?:s|ed|ing)?|treat(?:s|ed|ing|ment)?|prevent(?:s|ed|ing)?|diagnos\w*|remission)\b`,
    String.raw`\b(?:disease|syndrome|disorder|infection|medicines?|medications?|antibiotics?|prescriptions?)\b`,
    String.raw`\b(?:ibs|ibd|sibo|crohn\w*|colitis|celiac|gerd|acid reflux|ulcers?|eczema|psoriasis|rosacea|acne)\b`,
    String.raw`\b(?:bv|vaginosis|thrush|candida|yeast|utis?|cystitis|diabet\w*|cancer|depress\w*|anxiety|adhd|autis\w*)\b`,
    String.raw`\b(?:migraines?|arthritis|allerg\w*|asthma|hypertension|cholesterol|infertil\w*)\b`,
  ].join('|'),
  'iu',
)

/** An email, an address of the web, or a number to call. */
const contactDetails =
  /[^\s@]+@[^\s@]+\.\w|https?:\/\/|\bwww\.|\b[a-z0-9-]+\.(?:com|net|org|io|shop)\b|(?:\+?\d[\s().-]{0,2}){9,}/iu

interface ReviewText {
  readonly title: string
  readonly text: string
  readonly name: string
}

/** What a review is marked with for staff; `isProfane` knows the words of the language. */
export const flagsOf = (
  { title, text, name }: ReviewText,
  isProfane: (text: string) => boolean,
): readonly ReviewFlag[] => {
  const all = `${title}\n${text}\n${name}`
  return [
    ...(isProfane(all) ? ['profanity' as const] : []),
    ...(healthClaims.test(all) ? ['health-claim' as const] : []),
    ...(contactDetails.test(all) ? ['contact-details' as const] : []),
  ]
}

interface ReviewOfferFacts {
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly lines: readonly { readonly planCode: string }[]
  readonly shipments: readonly {
    readonly state: ShipmentState
    /** Positions of the lines in it. */
    readonly positions: readonly number[]
  }[]
  /** Those of the shop that can be reviewed. */
  readonly products: readonly { readonly id: string; readonly prefix: string }[]
}

/** Why no product of an order can be reviewed. */
export type NoReview = 'gift' | 'not-delivered'

export type ReviewOffer =
  | { readonly kind: 'none'; readonly reason: NoReview }
  | { readonly kind: 'open'; readonly products: readonly string[] }

/**
 * The products of an order that can be reviewed: those that a carrier has delivered, whatever happened afterwards. Somebody who
 * sent a product back has tried it too.
 */
export const reviewOffer = ({ kind, lines, shipments, products: all }: ReviewOfferFacts): ReviewOffer => {
  if (kind === 'gift') return { kind: 'none', reason: 'gift' }
  const delivered = shipments.filter(({ state }) => state === 'delivered')
  const products = delivered
    .flatMap(({ positions }) => positions)
    .flatMap((position) => productOf(all, lines[position]?.planCode ?? '')?.id ?? [])
  return products.length === 0
    ? { kind: 'none', reason: 'not-delivered' }
    : { kind: 'open', products: [...new Set(products)].toSorted() }
}

interface ReviewRequestFacts {
  /** Of the shipment, as far as its buyer may review them. */
  readonly delivered: readonly string[]
  /** Whether any part of the order was canceled, refunded, sent back or reported. */
  readonly hadTrouble: boolean
  /** Whether its buyer wants such mails. */
  readonly isWanted: boolean
  /** What its buyer has written about. */
  readonly reviewed: readonly string[]
}

/** The products that a buyer may be asked about; whom nobody may ask, about none. */
export const productsToAskAbout = ({
  delivered,
  hadTrouble,
  isWanted,
  reviewed,
}: ReviewRequestFacts): readonly string[] =>
  hadTrouble || !isWanted ? [] : delivered.filter((product) => !reviewed.includes(product))
