export const discountEn = {
  automatic: 'on this plan',
  bundle: 'two together',
  stackable: 'with your offer',
} as const
