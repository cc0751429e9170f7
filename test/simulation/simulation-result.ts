import { z } from 'zod'

const SimulationResult = z.object({
  seed: z.int(),
  log: z.array(z.string()),
  broken: z.array(z.string()),
  hash: z.string(),
  counts: z.record(z.string(), z.int()),
})

/** What one life was like, and what it broke. */
export type SimulationResult = z.output<typeof SimulationResult>

/** A failed life of which only the reason is known. */
export const brokenResult = (seed: number, reason: string): SimulationResult => ({
  seed,
  log: [],
  broken: [reason],
  hash: '',
  counts: {},
})

/** What a process sent after it got this seed. A result that cannot be read is a broken life: nobody has seen what it says. */
export const resultOf = (seed: number, message: unknown): SimulationResult => {
  const result = SimulationResult.safeParse(message)
  if (!result.success)
    return brokenResult(seed, `its result cannot be read: ${z.prettifyError(result.error)}`)
  return result.data.seed === seed
    ? result.data
    : brokenResult(seed, `its process sent the result of ${result.data.seed}`)
}
