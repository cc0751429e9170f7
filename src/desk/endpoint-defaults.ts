/** What every endpoint of the desk's orders and members has in common. */
export const reads = { spec: 'shop', agent: 'denied: desk', access: 'staff', limit: ['change'] } as const

export const readErrors = ['UNAUTHENTICATED', 'VALIDATION_ERROR', 'NOT_FOUND', 'TOO_MANY_REQUESTS'] as const
