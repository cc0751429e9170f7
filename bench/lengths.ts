/** How long a run measures; everything is bounded in count or time. */
export interface Lengths {
  readonly name: 'full' | 'quick' | 'smoke'
  /** Rounds of baseline and shop. */
  readonly rounds: number
  /** How often a slice is measured at most while others use the machine. */
  readonly tries: number
  readonly sliceMilliseconds: number
  /** Requests of a slice for each of a member's pages. */
  readonly memberVisits: number
  /** Refused sign-ins of each kind, and those before them that do not count. */
  readonly signIns: number
  readonly signInWarmUp: number
  /** Rounds of eight lanes of buyers before anything is measured. */
  readonly warmUpRounds: number
  readonly warmUpOrders: number
  readonly ordersAtOne: number
  readonly ordersAtEight: number
  /** Orders whose statements are counted. */
  readonly countedOrders: number
  readonly bareCarts: number
  readonly renewalRounds: number
  /** This many subscriptions are stored while the same few are renewed, one after the other. */
  readonly storedSubscriptions: readonly number[]
  /** Mails that are measured, and those before them that do not count. */
  readonly mails: number
  readonly warmUpMails: number
  /** Whole orders of a slice, and how many slices. */
  readonly wholeOrders: number
  readonly wholeRounds: number
  readonly starts: number
  /** How long a started shop is left alone before it counts as idle; it collects once what starting left (decision 424). */
  readonly settleMilliseconds: number
  readonly idleMilliseconds: number
}

const fullLengths: Lengths = {
  name: 'full',
  rounds: 7,
  tries: 3,
  sliceMilliseconds: 1_500,
  memberVisits: 300,
  signIns: 250,
  signInWarmUp: 25,
  warmUpRounds: 4,
  warmUpOrders: 150,
  ordersAtOne: 40,
  ordersAtEight: 120,
  countedOrders: 20,
  bareCarts: 2_000,
  renewalRounds: 7,
  storedSubscriptions: [1_000, 100_000, 1_000_000],
  mails: 600,
  warmUpMails: 300,
  wholeOrders: 200,
  wholeRounds: 5,
  starts: 5,
  settleMilliseconds: 30_000,
  idleMilliseconds: 60_000,
}

const quickLengths: Lengths = {
  ...fullLengths,
  name: 'quick',
  rounds: 3,
  tries: 2,
  sliceMilliseconds: 600,
  warmUpRounds: 1,
  ordersAtOne: 15,
  ordersAtEight: 60,
  bareCarts: 500,
  renewalRounds: 2,
  storedSubscriptions: [1_000, 20_000],
  mails: 300,
  wholeOrders: 80,
  wholeRounds: 3,
  starts: 2,
  settleMilliseconds: 25_000,
  idleMilliseconds: 10_000,
}

/** Every part once and as short as it can be: whether the bench itself works. Its figures say nothing. */
const smokeLengths: Lengths = {
  name: 'smoke',
  rounds: 1,
  tries: 1,
  sliceMilliseconds: 50,
  memberVisits: 8,
  // More than one account has guesses.
  signIns: 15,
  signInWarmUp: 1,
  warmUpRounds: 1,
  warmUpOrders: 8,
  ordersAtOne: 2,
  ordersAtEight: 8,
  countedOrders: 2,
  bareCarts: 20,
  renewalRounds: 1,
  storedSubscriptions: [50, 100],
  mails: 3,
  warmUpMails: 3,
  wholeOrders: 4,
  wholeRounds: 1,
  starts: 1,
  settleMilliseconds: 50,
  idleMilliseconds: 100,
}

const allLengths = [fullLengths, quickLengths, smokeLengths]

export const lengthNames: readonly string[] = allLengths.map(({ name }) => name)

/** The lengths that the words of the command name; the full ones where they name none. */
export const lengthsFrom = (args: readonly string[]): Lengths =>
  allLengths.find(({ name }) => args.includes(name)) ?? fullLengths
