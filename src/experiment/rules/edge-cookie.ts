import { z } from 'zod'
import type { Variants } from './assignment.ts'

/** Where a network edge in front of the shop writes the variants that it has chosen (spec §3). */
export const edgeCookie = 'optimizely_edge_experiments'

const Edge = z.record(z.string().max(60), z.string().max(60))

/** The variants in the cookie's JSON object; none for anything else. */
export const edgeVariants = (cookie: string | undefined): Variants => {
  try {
    return Edge.parse(JSON.parse(cookie ?? '{}'))
  } catch {
    return {}
  }
}
