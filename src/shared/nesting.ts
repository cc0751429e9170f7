/** Lists and objects within each other that a request may have. */
const mostLevels = 32

const partsOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** Whether a value has so many lists and objects within each other that reading it level by level could end a process. */
export const isTooDeep = (value: unknown): boolean => {
  let level = partsOf(value)
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true
    level = level.flatMap(partsOf)
  }
  return false
}
