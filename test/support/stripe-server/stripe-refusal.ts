/** An error of Stripe's protocol; `kept` ones are replayed for the same idempotency key, as they ran. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>
  readonly kept: boolean

  constructor(status: number, error: Readonly<Record<string, unknown>>, kept = true) {
    super(String(error['message']))
    this.status = status
    this.error = error
    this.kept = kept
  }
}

/** 400 for an invalid parameter: nothing ran, so nothing is stored for the key. */
export const invalidRequest = (code: string, message: string, param?: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, message, param }, false)

export const noSuch = (what: string, id: string, status = 404): StripeRefusal =>
  new StripeRefusal(
    status,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` },
    false,
  )
