/** The windows in which every journey is made. */
export const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const
