import { z } from 'zod'
import { orderLookup } from '#order/rules/order-lookup.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Address, Email } from '#shared/address.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

const State = z.enum(['future', 'sent', 'claimed', 'shipped', 'canceled'])

/** A gift as its giver sees it. The recipient's address is not theirs to know. */
export const Gift = z.object({
  /** Of the order that paid it. */
  number: z.string(),
  /** `future` until the day it starts; then the link is mailed to the recipient. */
  state: State,
  recipient_name: z.string(),
  recipient_email: z.string(),
  message: z.string(),
  starts_on: z.string(),
  sent_at: z.string().nullable(),
  /** When the link was mailed last. */
  mailed_at: z.string().nullable(),
  claimed_at: z.string().nullable(),
  /** Its shipping date; null before the claim. */
  ship_on: z.string().nullable(),
  /** The refunded part of the price. */
  refunded: Price,
  currency: CurrencyCode,
  /** A country that the recipient named and that we cannot ship it to; null for none. */
  refused_country: z.string().nullable(),
  can: z.object({ change_email: z.boolean(), change_day: z.boolean(), resend: z.boolean() }),
  /** The days from which another start can be chosen. */
  days: z.object({ from: z.string(), until: z.string() }),
})

export type Gift = z.output<typeof Gift>

export const viewGift = defineEndpoint({
  name: 'viewGift',
  method: 'POST',
  path: '/api/gift/find',
  spec: 'shop',
  access: 'anyone',
  agent: 'read',
  limit: ['link'],
  payload: z.object(orderLookup),
  reply: Gift,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
})

/** Corrects the recipient's e-mail before the claim, or the day before the mail went out. The same again changes nothing. */
export const changeGift = defineEndpoint({
  name: 'changeGift',
  method: 'PUT',
  path: '/api/gift',
  spec: 'shop',
  access: 'anyone',
  agent: 'write',
  limit: ['guess'],
  payload: z.object({
    ...orderLookup,
    recipient_email: Email.optional(),
    starts_on: z.iso.date('Please choose a date.').optional(),
  }),
  reply: Gift,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/** Mails the link again; once in ten minutes, however often it is requested. */
export const resendGift = defineEndpoint({
  name: 'resendGift',
  method: 'POST',
  path: '/api/gift/resend',
  spec: 'shop',
  access: 'anyone',
  agent: 'write',
  limit: ['guess'],
  payload: z.object(orderLookup),
  reply: Gift,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED', 'TOO_MANY_REQUESTS'],
})

/** A gift as shown by its link. */
const LinkedGift = z.object({
  /** Canceled: it was claimed, and its money went back before it shipped. */
  state: z.enum(['sent', 'claimed', 'shipped', 'canceled']),
  giver_name: z.string(),
  recipient_name: z.string(),
  message: z.string(),
  lines: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
  /** Its shipping date; null before the claim. */
  ship_on: z.string().nullable(),
  /** Where its product is refilled, for those who want more. */
  refills_page: z.string(),
  tracking: z.string().nullable(),
})

export type LinkedGift = z.output<typeof LinkedGift>

const token = z.string().min(1).max(300)

export const viewLinkedGift = defineEndpoint({
  name: 'viewLinkedGift',
  method: 'GET',
  path: '/api/gift/claim/{token}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['link'],
  payload: z.object({ token }),
  reply: LinkedGift,
  errors: ['VALIDATION_ERROR', 'LINK_EXPIRED', 'TOO_MANY_REQUESTS'],
})

/**
 * Claims the gift for an address, once: a repeated request returns its state. Opens an account for the e-mail of the
 * link. Charges nobody, now or later.
 */
export const claimGift = defineEndpoint({
  name: 'claimGift',
  method: 'POST',
  path: '/api/gift/claim/{token}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['guess'],
  payload: z.object({ token, address: Address }),
  reply: LinkedGift,
  errors: [
    'VALIDATION_ERROR',
    'BILLING_VALIDATION_ERROR',
    'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
    'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
    'LINK_EXPIRED',
    'ACTION_NOT_ALLOWED',
    'TOO_MANY_REQUESTS',
  ],
})

/** Gifts that the member claimed, the newest first. */
export const listReceivedGifts = defineEndpoint({
  name: 'listReceivedGifts',
  method: 'GET',
  path: '/api/gift/received',
  spec: 'shop',
  access: 'member',
  agent: 'read',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({ gifts: z.array(LinkedGift.extend({ claimed_at: z.string() })) }),
  errors: ['UNAUTHENTICATED'],
})
