import { brand } from './brand.ts'

interface CatalogueEntry {
  readonly status: number
  readonly detail: string
}

const email = brand.supportEmail

/** The one catalogue of errors: spec §8 word for word, then what the protocol and the engine need in addition. */
export const errorCatalogue = {
  BILLING_VALIDATION_ERROR: {
    status: 422,
    detail:
      "Sorry, we couldn't validate your shipping address. Please check that all the fields are entered correctly.",
  },
  INVALID_COUPON: { status: 422, detail: 'Sorry, the coupon code you entered is invalid.' },
  ITEM_NOT_AVAILABLE: {
    status: 409,
    detail: 'Sorry, an item in your cart is unavailable for purchase at this time.',
  },
  PRODUCT_NOT_ALLOWED_IN_COUNTRY: {
    status: 422,
    detail: `We're sorry, the plan you selected isn't eligible at this time. Kindly contact ${email} if you have any questions.`,
  },
  UNKNOWN: { status: 500, detail: 'Sorry, we encountered an error. Please try again.' },
  USER_NOT_FOUND: { status: 401, detail: 'Incorrect username/password' },
  QUANTITY_NOT_ALLOWED_IN_COUNTRY: {
    status: 422,
    detail: `This quantity is not permitted for this product in your country. Kindly contact ${email} if you have any questions.`,
  },
  QUANTITY_NOT_ALLOWED: {
    status: 422,
    detail: `This quantity is not permitted for this product. Kindly contact ${email} if you have any questions.`,
  },
  UNVERIFIED_ACCOUNT: {
    status: 403,
    detail:
      'Your account has not been verified. Please click on the verification link sent to your email and try again.',
  },
  DUPLICATE_TRANSACTION_WARNING: {
    status: 409,
    detail: 'It looks like you just placed an order. Please wait a minute before trying again.',
  },
  SessionVerificationError: { status: 401, detail: 'Your session has ended. Please sign in again.' },
  UNAUTHENTICATED: { status: 401, detail: 'Please sign in to continue.' },
  FORBIDDEN: { status: 403, detail: 'This request is not allowed.' },
  NOT_FOUND: { status: 404, detail: 'Sorry, we could not find what you asked for.' },
  VALIDATION_ERROR: { status: 400, detail: 'Please check the fields below.' },
  MALFORMED_REQUEST: { status: 400, detail: 'The request could not be read.' },
  MALFORMED_BODY: { status: 400, detail: 'The request body could not be read.' },
  PAYLOAD_TOO_LARGE: { status: 413, detail: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    detail: 'The request body has a type that this endpoint does not accept.',
  },
  TOO_MANY_REQUESTS: { status: 429, detail: 'Too many requests. Please wait a moment and try again.' },
  PRODUCT_NOT_FOUND: { status: 404, detail: 'Product does not exist' },
  CART_EMPTY: { status: 409, detail: 'Your cart is empty.' },
  SIGN_IN_REQUIRED: {
    status: 409,
    detail: 'This email already has an account. Please sign in, and your cart will be waiting.',
  },
  TOTAL_CHANGED: {
    status: 409,
    detail: 'The total has changed since you last saw it. Please review it and place your order again.',
  },
  CARD_DECLINED: {
    status: 402,
    detail: 'Your card was declined. You have not been charged. Please try another card.',
  },
  CARD_EXPIRED: { status: 402, detail: 'Your card has expired. You have not been charged.' },
  CARD_DATA_WRONG: {
    status: 402,
    detail:
      'Your bank doesn’t recognize this card. You have not been charged. Please check the number, date, security code and postal code.',
  },
  PAYMENT_PENDING: {
    status: 409,
    detail: 'We are still confirming your payment. You will not be charged twice.',
  },
  PROOF_REQUIRED: { status: 403, detail: 'Please confirm it’s you first.' },
  LINK_EXPIRED: {
    status: 410,
    detail: 'This link has expired or was already used. Please request a new one.',
  },
  CAPTCHA_FAILED: {
    status: 422,
    detail: 'Captcha failed to validate. Please refresh the page and try again.',
  },
  ACTION_NOT_ALLOWED: { status: 409, detail: 'This isn’t possible for this subscription right now.' },
  SIGN_ON_FAILED: {
    status: 422,
    detail: 'Sorry, this sign-in could not be completed. Please try again.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    detail: 'This Idempotency-Key was used for another request. Please use a new one.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    status: 409,
    detail: 'The request with this Idempotency-Key is still running. Please try again in a moment.',
  },
  SHOP_BUSY: { status: 503, detail: 'The shop is busy. Please try again in a moment.' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof errorCatalogue

/** Messages per form field, keyed by the payload's field path (`address.zip`). */
export type FieldMessages = Readonly<Record<string, string>>

interface ShopErrorDetails {
  readonly fields?: FieldMessages
  /** Replaces the catalogue's sentence where the specification has a more exact one (spec §5). */
  readonly detail?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
  /** The name of this refusal in the security log, such as `wrong password`; never sent. */
  readonly security?: string | undefined
}

/** The only error a module throws on purpose; the API turns it into `errorReply`. */
export class ShopError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly detail: string
  readonly fields: FieldMessages | undefined
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly security: string | undefined

  constructor(code: ErrorCode, details: ShopErrorDetails = {}) {
    super(code, { cause: details.cause })
    this.name = 'ShopError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.detail = details.detail ?? errorCatalogue[code].detail
    this.fields = details.fields
    this.data = details.data
    this.security = details.security
  }
}

/** Structural on purpose: server and pages are two bundles with a class each. */
export const isShopError = (thrown: unknown): thrown is ShopError =>
  thrown instanceof Error && thrown.name === 'ShopError' && 'code' in thrown && 'status' in thrown

/** The typed reply of every failed request (spec §8): never a stack, a path or a query text. */
export interface ErrorReply {
  readonly code: ErrorCode
  readonly detail: string
  readonly status: number
  readonly fields?: FieldMessages
  readonly data?: Readonly<Record<string, unknown>>
  readonly requestId?: string
}

/** The error reply for a thrown value; anything that is not a ShopError becomes UNKNOWN. */
export const errorReply = (thrown: unknown, requestId?: string): ErrorReply => {
  const known = isShopError(thrown) ? thrown : new ShopError('UNKNOWN')
  return {
    code: known.code,
    detail: known.detail,
    status: known.status,
    ...(known.fields ? { fields: known.fields } : {}),
    ...(known.data ? { data: known.data } : {}),
    ...(requestId ? { requestId } : {}),
  }
}
