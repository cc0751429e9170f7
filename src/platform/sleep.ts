import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after so many of the machine's milliseconds: for waiting on other processes, never for business time. */
export const sleep = (milliseconds: number): Promise<void> => delay(milliseconds)
