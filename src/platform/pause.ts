import { setTimeout as after } from 'node:timers/promises'

/** Resolves after so many of the machine's milliseconds: for waiting on somebody else's work, never for business time. */
export const pause = (milliseconds: number): Promise<void> => after(milliseconds)
