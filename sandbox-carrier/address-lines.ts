import type { Recipient } from './label-request.ts'

/** An address as it is printed, without empty lines. */
export const addressLines = (to: Recipient): string[] =>
  [
    to.name,
    to.company,
    to.address,
    to.unit,
    [to.city, to.region, to.zip].filter((part) => part !== '').join(' '),
    to.country,
  ].filter((line) => line.trim() !== '')
