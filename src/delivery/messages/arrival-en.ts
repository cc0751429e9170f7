export const arrivalEn = {
  arrives: 'Arrives {days}',
} as const
