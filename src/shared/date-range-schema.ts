import { z } from 'zod'

/** The first and the last day of a time on the wire, as ISO dates. */
export const DateRangeReply = z.object({ from: z.string(), until: z.string() })
