/** Epoch milliseconds by the browser's clock: for what the browser alone keeps and forgets, never for a decision. */
export const browserTime = (): number => Date.now()
