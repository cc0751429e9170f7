/** How long a run measures; everything is bounded in count or time. */
export interface Lengths {
  readonly quick: boolean
  /** Turns of floor and shop. */
  readonly rounds: number
  readonly sliceMilliseconds: number
  readonly ordersAtOne: number
  readonly ordersAtEight: number
  readonly renewalRounds: number
  /** So many subscriptions are stored while the same few are renewed, one after the other. */
  readonly storedSubscriptions: readonly number[]
  readonly mails: number
  readonly starts: number
  readonly idleMilliseconds: number
}

export const fullLengths: Lengths = {
  quick: false,
  rounds: 7,
  sliceMilliseconds: 1_500,
  ordersAtOne: 40,
  ordersAtEight: 120,
  renewalRounds: 7,
  storedSubscriptions: [1_000, 100_000, 1_000_000],
  mails: 100,
  starts: 5,
  idleMilliseconds: 60_000,
}

export const quickLengths: Lengths = {
  quick: true,
  rounds: 3,
  sliceMilliseconds: 600,
  ordersAtOne: 15,
  ordersAtEight: 60,
  renewalRounds: 2,
  storedSubscriptions: [1_000, 20_000],
  mails: 30,
  starts: 2,
  idleMilliseconds: 10_000,
}
