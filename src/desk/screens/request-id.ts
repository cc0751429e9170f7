/** Identifies one refund from its preview on: sent twice, it is made once. */
export const randomRequestId = (): string => crypto.randomUUID()
