import { StripeFault } from './stripe-fault.ts'

export interface Reply {
  readonly status: number
  readonly body: string
  readonly requestId: string
  /** What Stripe advises its SDKs; null leaves it to the status. */
  readonly shouldRetry: boolean | null
}

interface StoredReply {
  readonly fingerprint: string
  readonly since: number
  reply: Reply | null
}

export interface Idempotency {
  /** The reply to repeat, or null: then the request runs, and `store` or `release` ends it. */
  readonly begin: (key: string, fingerprint: string) => Reply | null
  readonly store: (key: string, reply: Reply) => void
  readonly release: (key: string) => void
}

/** Stripe removes keys that are at least a day old. */
const life = 24 * 60 * 60

/** Replies by idempotency key. Source: docs.stripe.com/api/idempotent_requests. */
export const createIdempotency = (now: () => number): Idempotency => {
  const stored = new Map<string, StoredReply>()
  return {
    begin: (key, fingerprint) => {
      const known = stored.get(key)
      if (!known || known.since + life <= now()) {
        stored.set(key, { fingerprint, since: now(), reply: null })
        return null
      }
      if (known.fingerprint !== fingerprint)
        throw new StripeFault(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      if (!known.reply)
        throw new StripeFault(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        })
      return known.reply
    },
    store: (key, reply) => {
      const known = stored.get(key)
      if (known) known.reply = reply
    },
    release: (key) => void stored.delete(key),
  }
}
