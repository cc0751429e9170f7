/** How many reviews have one number of stars. */
export interface StarCount {
  readonly stars: number
  readonly count: number
}

export interface Rating {
  readonly count: number
  /** With one decimal, half up: `4.3`; null without a review. */
  readonly average: string | null
  /** Five to one, each of them. */
  readonly stars: readonly StarCount[]
}

const levels = [5, 4, 3, 2, 1] as const

/** The rating of a product from its published reviews. The average is rounded once, from whole numbers. */
export const ratingOf = (counts: readonly StarCount[]): Rating => {
  const byStars = new Map(counts.map(({ stars, count }) => [stars, count]))
  const stars = levels.map((level) => ({ stars: level, count: byStars.get(level) ?? 0 }))
  const count = stars.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return { count, average: null, stars }
  const sum = stars.reduce((total, one) => total + one.stars * one.count, 0)
  const tenths = Math.floor((sum * 20 + count) / (count * 2))
  return { count, average: `${Math.floor(tenths / 10)}.${tenths % 10}`, stars }
}
