export const shippingEn = {
  abroad: 'International, duties included',
  expedited: 'Expedited',
  free: 'Free shipping',
  goodwill: 'Goodwill',
  item: 'item',
  shipping: 'Shipping',
  sum: 'Part of the order',
} as const
