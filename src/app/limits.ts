interface Limit {
  readonly max: number
  /** Milliseconds. */
  readonly timeWindow: number
}

const minute = 60_000

/** Calls that answer whether a guess was right; counted per network (an IPv4 address or an IPv6 /64). */
const limits: Readonly<Record<string, Limit>> = {
  login: { max: 20, timeWindow: minute },
  recover: { max: 10, timeWindow: minute },
  setPassword: { max: 20, timeWindow: minute },
  resetPassword: { max: 20, timeWindow: minute },
  findGuestOrder: { max: 10, timeWindow: minute },
}

/** The limit of a call, or `false` where guessing gains nothing. */
export const limitOf = (callName: string): Limit | false => limits[callName] ?? false
