import type { Stripe } from 'stripe'

/** What stands under `error` in a refusal. */
export interface ErrorBody {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly advice_code?: string
  readonly network_decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly doc_url?: string
  readonly request_log_url?: string
  readonly payment_intent?: Stripe.PaymentIntent
  readonly setup_intent?: Stripe.SetupIntent
  readonly payment_method?: Stripe.PaymentMethod
}

type Details = Omit<ErrorBody, 'type' | 'message'>

/** A refusal of Stripe's: its HTTP status and the error object. */
export class StripeFault extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body =
      body.code === undefined
        ? body
        : { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
  }

  static invalid(message: string, details: Details = {}): StripeFault {
    return new StripeFault(400, { type: 'invalid_request_error', message, ...details })
  }

  static declined(message: string, details: Details): StripeFault {
    return new StripeFault(402, { type: 'card_error', message, ...details })
  }

  /** An id in the path (`id`, of an intent `intent`) is answered 404, an id in a parameter 400. */
  static missing(noun: string, id: string, param: string): StripeFault {
    return new StripeFault(param === 'id' || param === 'intent' ? 404 : 400, {
      type: 'invalid_request_error',
      message: `No such ${noun}: '${id}'`,
      code: 'resource_missing',
      param,
    })
  }

  /** Real Stripe knows it, the stand-in does not: never one of Stripe's own errors, so no test takes it for one. */
  static unmodelled(what: string): StripeFault {
    return new StripeFault(501, { type: 'api_error', message: `The stand-in does not model ${what}.` })
  }
}
