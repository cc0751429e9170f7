import { StripeFault } from './stripe-fault.ts'

/**
 * `rate_limit` and `lock_timeout`: 429, nothing happens. `key_in_use`: 409, nothing happens. `error_before` and
 * `error_after`: 500 without and with the effect. `cut_before` and `cut_after`: the connection breaks likewise.
 */
export type FaultKind =
  | 'cut_after'
  | 'cut_before'
  | 'error_after'
  | 'error_before'
  | 'key_in_use'
  | 'lock_timeout'
  | 'rate_limit'

interface Planned {
  readonly matches: (call: string) => boolean
  readonly kind: FaultKind
}

/** A request that is kept waiting. */
export interface Held {
  /** Resolves when the request has come. */
  readonly reached: Promise<void>
  readonly release: () => void
}

interface Hold {
  readonly matches: (call: string) => boolean
  readonly moment: 'after' | 'before'
  readonly arrive: () => void
  readonly released: Promise<void>
}

export interface Faults {
  /** The next call whose method and path match goes wrong so: `POST /v1/refunds`, or a pattern. */
  readonly next: (call: string | RegExp, kind: FaultKind) => void
  /** The next such call waits, before its effect or with its reply. */
  readonly hold: (call: string | RegExp, moment: 'after' | 'before') => Held
}

export interface PlannedFaults extends Faults {
  readonly take: (call: string) => FaultKind | null
  readonly wait: (call: string, moment: 'after' | 'before') => Promise<void>
}

const matcher = (wanted: string | RegExp) => (call: string) =>
  typeof wanted === 'string' ? call === wanted : wanted.test(call)

/** The refusals that come before the idempotency layer, so that nothing is kept of them. */
export const earlyFault = (kind: FaultKind | null): StripeFault | null => {
  switch (kind) {
    case 'rate_limit':
      return new StripeFault(429, {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message:
          'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      })
    case 'lock_timeout':
      return new StripeFault(429, {
        type: 'invalid_request_error',
        code: 'lock_timeout',
        message:
          'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.',
      })
    case 'key_in_use':
      return new StripeFault(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Idempotent Key. Please try again later.',
      })
    case 'cut_before':
    case 'cut_after':
    case 'error_before':
    case 'error_after':
    case null:
      return null
  }
}

export const serverError = (): StripeFault =>
  new StripeFault(500, { type: 'api_error', message: 'An unknown error occurred' })

export const createFaults = (): PlannedFaults => {
  const planned: Planned[] = []
  const holds: Hold[] = []
  return {
    next: (call, kind) => void planned.push({ matches: matcher(call), kind }),
    take: (call) => {
      const index = planned.findIndex((one) => one.matches(call))
      return index < 0 ? null : (planned.splice(index, 1)[0]?.kind ?? null)
    },
    hold: (call, moment) => {
      const arrival = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      holds.push({ matches: matcher(call), moment, arrive: arrival.resolve, released: release.promise })
      return { reached: arrival.promise, release: release.resolve }
    },
    wait: async (call, moment) => {
      const index = holds.findIndex((one) => one.moment === moment && one.matches(call))
      const [hold] = index < 0 ? [] : holds.splice(index, 1)
      if (!hold) return
      hold.arrive()
      await hold.released
    },
  }
}
