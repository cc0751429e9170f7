import type { BrandPictures } from './brand-pictures.ts'

export const samplePicturesEn: BrandPictures = {
  'shop-menu': { name: 'ds-01-jar', alt: '' },
  'empty-cart': {
    name: 'ds-01-jar',
    alt: 'DS-01 jar: amber glass with a printed gauge that shows days left, ochre lid',
  },
  gift: { name: 'welcome-kit', alt: 'Welcome kit: an open carton holding a DS-01 jar and a travel vial' },
  'stored-cart': {
    name: 'ds-01-open',
    alt: 'Open DS-01 jar from above, filled with capsules. Its lid leans against it, and two capsules lie in front',
  },
  'expired-link': {
    name: 'ds-01-gauge',
    alt: 'Close view of the DS-01 jar: a printed scale from 0 to 30 days beside the capsules',
  },
  'sign-in': { name: 'travel-vial', alt: 'Travel vial with 14 capsules on layered earth' },
  'sign-up': {
    name: 'ds-01-open',
    alt: 'Open DS-01 jar from above, filled with capsules. Its lid leans against it, and two capsules lie in front',
  },
  recover: { name: 'plant-acacia', alt: 'Amber lumps of acacia gum, some as clear as glass' },
  'gift-order': {
    name: 'ds-01-gauge',
    alt: 'Close view of the DS-01 jar: a printed scale from 0 to 30 days beside the capsules',
  },
  order: {
    name: 'mail-slot',
    alt: 'A DS-01 refill packet halfway through the brass mail slot of a green door',
  },
  withdrawal: { name: 'refill-packet', alt: 'A paper refill packet on a block of layered earth' },
  return: {
    name: 'shipping-box',
    alt: 'Open shipping box from above: a DS-01 jar, a travel vial and a refill packet on shredded paper',
  },
  problem: {
    name: 'vs-01-box',
    alt: 'VS-01 box, jar and unfolded leaflet with six drawings, and one capsule',
  },
  review: {
    name: 'kitchen-morning',
    alt: 'DS-01 jar, a glass of water and two capsules on a kitchen counter in morning light',
  },
  newsletter: { name: 'plant-oats', alt: 'A brown bowl of rolled oats from above, with some oats beside it' },
  'newsletter-link': {
    name: 'field-crispatus',
    alt: 'Long, slender rods of Lactobacillus crispatus, drawn as an electron microscope would show them',
  },
  'not-found': {
    name: 'leek',
    alt: 'A sliced leek: pale rings that turn green toward the outside, one of them ochre',
  },
}
