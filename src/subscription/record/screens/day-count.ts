const dayInMilliseconds = 86_400_000

/** The number of days from one calendar date to another, both as `2026-11-20`; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayInMilliseconds)
