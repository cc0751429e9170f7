import { z } from 'zod'

/** A text that is not empty. */
export const NonEmptyText = z.string().trim().min(1)
