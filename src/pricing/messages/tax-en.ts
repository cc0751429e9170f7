export const taxEn = {
  lastKnown: 'The tax service did not answer, so the tax is counted by its rates of {day}.',
  ownTable: 'The tax service did not answer, so the tax is counted by the shop’s own table of rates.',
  tax: 'Tax, {place}',
  taxPercent: 'Tax, {place}, {percent}%',
} as const
