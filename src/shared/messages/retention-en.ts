export const retentionEn = {
  span: '{days, plural, =1 {A day} =365 {A year} other {{days} days}}',
} as const
