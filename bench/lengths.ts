/** How long a run measures; everything is bounded in count or time. */
export interface Lengths {
  readonly quick: boolean
  /** Turns of floor and shop. */
  readonly rounds: number
  readonly sliceMilliseconds: number
  readonly ordersAtOne: number
  readonly ordersAtEight: number
  readonly renewalRounds: number
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
  renewalRounds: 3,
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
  mails: 30,
  starts: 2,
  idleMilliseconds: 10_000,
}
