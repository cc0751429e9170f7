import { ApiError } from './api-client.ts'

/** What became of a call: `ordered`, `pending` … or the code of its error. */
export const outcomeOf = async (answer: Promise<{ readonly status: string }>): Promise<string> => {
  try {
    return (await answer).status
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown.code
    throw thrown
  }
}

/** How often each of these came about. */
export const count = (ends: readonly string[]): Record<string, number> => {
  const counted: Record<string, number> = {}
  for (const end of ends) counted[end] = (counted[end] ?? 0) + 1
  return counted
}
