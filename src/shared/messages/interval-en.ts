export const intervalEn = {
  interval: '{months, plural, =1 {every month} other {every # months}}',
} as const
