/**
 * Waits for steps whose statements travel together, because they are called in one turn. Fails as the first of them in this order
 * that failed, and only when none of them continues.
 */
export const together = async <const Steps extends readonly Promise<unknown>[]>(
  steps: Steps,
): Promise<{ -readonly [Step in keyof Steps]: Awaited<Steps[Step]> }> => {
  for (const step of await Promise.allSettled(steps)) if (step.status === 'rejected') throw step.reason
  return Promise.all(steps)
}
