/** What is known of the people of one variant: how many, the sum of their values, and the sum of the squares. */
export interface Sample {
  readonly count: number
  readonly total: number
  readonly squares: number
}

/** An estimate with the bounds that hold at every moment at once. */
export interface Interval {
  readonly estimate: number
  readonly low: number
  readonly high: number
}

/** The error over all looks together. */
export const errorRate = 0.05

/** The least number of people of each variant for an interval: below it, the approximation does not hold. */
const fewestPeople = 100

/** The number of people at which an interval is narrowest. Fixed, because it must not follow from what was seen. */
const tunedFor = 5_000

const spreadSquared = (alpha: number): number =>
  (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha))) / tunedFor

/**
 * Half of the width of an asymptotic confidence sequence for a mean of values with variance 1, after `count` of them:
 * Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences",
 * The Annals of Statistics 52 (2024), theorem 2.2: √(2(tρ²+1)/(t²ρ²) · log(√(tρ²+1)/α)). One may look at any moment and as often
 * as one likes.
 */
const halfWidth = (count: number, alpha: number): number => {
  const spread = spreadSquared(alpha)
  const scaled = count * spread + 1
  return Math.sqrt(((2 * scaled) / (count * count * spread)) * Math.log(Math.sqrt(scaled) / alpha))
}

const meanOf = ({ count, total }: Sample): number => (count === 0 ? 0 : total / count)

/** Of the values around their mean. Half a success and half a failure are added, so that it is never 0. */
const varianceOf = ({ count, total, squares }: Sample, isShare: boolean): number => {
  if (isShare) {
    const share = (total + 0.5) / (count + 1)
    return share * (1 - share)
  }
  const mean = meanOf({ count, total, squares })
  return Math.max(0, squares / count - mean * mean) * (count / Math.max(1, count - 1))
}

const around = (estimate: number, half: number): Interval => ({
  estimate,
  low: estimate - half,
  high: estimate + half,
})

interface Compared {
  readonly control: Sample
  readonly treated: Sample
  /** Whether each value is 0 or 1. */
  readonly isShare: boolean
  readonly alpha?: number
}

const isTooFew = ({ control, treated }: Compared): boolean =>
  Math.min(control.count, treated.count) < fewestPeople || control.total + treated.total <= 0

/** By how much the mean of a variant differs from that of the control; null while there are too few people to say. */
export const differenceOf = (compared: Compared): Interval | null => {
  if (isTooFew(compared)) return null
  const { control, treated, isShare, alpha = errorRate } = compared
  const people = control.count + treated.count
  const variance = varianceOf(control, isShare) / control.count + varianceOf(treated, isShare) / treated.count
  return around(meanOf(treated) - meanOf(control), Math.sqrt(people * variance) * halfWidth(people, alpha))
}

/** The same as a part of the control's mean, by the logarithm of their ratio; null where a mean is 0. */
export const relativeDifferenceOf = (compared: Compared): Interval | null => {
  const { control, treated, isShare, alpha = errorRate } = compared
  const [base, other] = [meanOf(control), meanOf(treated)]
  if (isTooFew(compared) || base <= 0 || other <= 0) return null
  const people = control.count + treated.count
  const variance =
    varianceOf(control, isShare) / (control.count * base * base) +
    varianceOf(treated, isShare) / (treated.count * other * other)
  const log = around(Math.log(other / base), Math.sqrt(people * variance) * halfWidth(people, alpha))
  return { estimate: Math.expm1(log.estimate), low: Math.expm1(log.low), high: Math.expm1(log.high) }
}

const mostPeople = 1e10

/**
 * People of both variants together after whom the interval is at most `effect` wide to each side, at the spread seen so far; null
 * where none is enough. `effect` is in the unit of the values.
 */
export const peopleNeeded = (compared: Compared, effect: number): number | null => {
  const { control, treated, isShare, alpha = errorRate } = compared
  const people = control.count + treated.count
  if (people === 0 || control.count === 0 || treated.count === 0) return null
  const spread = Math.sqrt(
    people * (varianceOf(control, isShare) / control.count + varianceOf(treated, isShare) / treated.count),
  )
  const isEnough = (count: number): boolean => spread * halfWidth(count, alpha) <= effect
  if (!isEnough(mostPeople)) return null
  let [low, high] = [1, mostPeople]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return Math.max(high, 2 * fewestPeople)
}
