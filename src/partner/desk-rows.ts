import { z } from 'zod'
import { oneLine } from '#shared/one-line.ts'

const desk = { spec: 'shop', agent: 'denied: desk', access: 'staff', limit: ['change'] } as const

/** What the rows of the desk's endpoints have in common. */
export const reads = { ...desk, permission: 'partners:read' } as const
export const actions = { ...desk, permission: 'partners:act' } as const

export const readErrors = ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'] as const
export const actionErrors = [...readErrors, 'PROOF_REQUIRED', 'ACTION_NOT_ALLOWED'] as const

export const done = z.object({ success: z.literal(true) })

export const Name = oneLine().min(1, 'Please enter a name.').max(60, 'Please enter a shorter name.')
