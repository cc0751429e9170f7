/** How often a variant was met, and what share it was to have. */
interface Counted {
  readonly count: number
  readonly weight: number
}

/** A split counts as wrong below it: 1 in 1,000 over all looks together. */
export const mismatchBelow = 0.001

const coefficients = [
  76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
  -0.000005395239384953,
]

/** The logarithm of the gamma function above 0, by Lanczos' series; right to about ten digits. */
const logGamma = (x: number): number => {
  const shifted = x + 5.5 - (x + 0.5) * Math.log(x + 5.5)
  const series = coefficients.reduce((sum, part, at) => sum + part / (x + 1 + at), 1.000000000190015)
  return Math.log((2.5066282746310007 * series) / x) - shifted
}

/** How sure the planned split is expected, as a number of people. */
const priorPeople = 100

/**
 * A p-value that holds at every moment at once for the question whether people were split as planned: one over the Bayes factor of
 * a Dirichlet prior around the plan against the plan itself. Lindon and Malek, "Anytime-valid inference for multinomial count data",
 * NeurIPS 35 (2022).
 */
export const splitProbability = (counts: readonly Counted[]): number => {
  const totalWeight = counts.reduce((sum, { weight }) => sum + weight, 0)
  const people = counts.reduce((sum, { count }) => sum + count, 0)
  const planned = counts.filter(({ weight }) => weight > 0)
  // Someone met a variant that nobody was to get.
  if (counts.some(({ count, weight }) => weight === 0 && count > 0)) return 0
  const logFactor = planned.reduce(
    (sum, { count, weight }) => {
      const share = weight / totalWeight
      const prior = priorPeople * share
      return sum + logGamma(prior + count) - logGamma(prior) - count * Math.log(share)
    },
    logGamma(priorPeople) - logGamma(priorPeople + people),
  )
  return Math.min(1, Math.exp(-logFactor))
}
