import type { z } from 'zod'

/** The first message of each field, in the order in which fields were first spoken of. */
export const firstMessages = (
  entries: readonly (readonly [field: string, message: string])[],
): Record<string, string> => {
  const messages = new Map<string, string>()
  for (const [field, message] of entries) if (!messages.has(field)) messages.set(field, message)
  return Object.fromEntries(messages)
}

/** The errors of a schema, as pairs of a field's path with dots and its message; `under` is the prefix of each path. */
export const issueMessages = (
  error: z.ZodError | undefined,
  under: readonly string[] = [],
): (readonly [field: string, message: string])[] =>
  (error?.issues ?? []).map(
    ({ path, message }) => [[...under, ...path.map(String)].join('.'), message] as const,
  )
