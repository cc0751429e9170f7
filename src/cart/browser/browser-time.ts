/** Epoch milliseconds by the browser's clock: for what only the browser stores, never for a decision. */
export const browserTime = (): number => Date.now()
