import { rangeText } from '#shared/date-range.ts'
import type { WireRange } from '#shared/date-range.ts'

/** How every page and mail says when something arrives: `Arrives December 6–9`. */
export const arrivalText = (arrives: WireRange): string => `Arrives ${rangeText(arrives)}`
