import type { BrandPictures } from './brand-pictures.ts'

export const samplePicturesDe: BrandPictures = {
  'shop-menu': { name: 'ds-01-jar', alt: '' },
  'empty-cart': {
    name: 'ds-01-jar',
    alt: 'DS-01-Glas: Braunglas mit aufgedruckter Skala, die die übrigen Tage zeigt, ockerfarbener Deckel',
  },
  gift: {
    name: 'welcome-kit',
    alt: 'Starterset: ein offener Karton mit einem DS-01-Glas und einem Reiseröhrchen',
  },
  'stored-cart': {
    name: 'ds-01-open',
    alt: 'Offenes DS-01-Glas von oben, gefüllt mit Kapseln. Der Deckel lehnt daran, davor liegen zwei Kapseln',
  },
  'expired-link': {
    name: 'ds-01-gauge',
    alt: 'Das DS-01-Glas aus der Nähe: eine aufgedruckte Skala von 0 bis 30 Tagen neben den Kapseln',
  },
  'sign-in': { name: 'travel-vial', alt: 'Reiseröhrchen mit 14 Kapseln auf geschichteter Erde' },
  'sign-up': {
    name: 'ds-01-open',
    alt: 'Offenes DS-01-Glas von oben, gefüllt mit Kapseln. Der Deckel lehnt daran, davor liegen zwei Kapseln',
  },
  recover: { name: 'plant-acacia', alt: 'Bernsteinfarbene Klumpen Akaziengummi, einige klar wie Glas' },
  'gift-order': {
    name: 'ds-01-gauge',
    alt: 'Das DS-01-Glas aus der Nähe: eine aufgedruckte Skala von 0 bis 30 Tagen neben den Kapseln',
  },
  order: {
    name: 'mail-slot',
    alt: 'Eine DS-01-Nachfüllpackung, halb durch den Messingbriefschlitz einer grünen Tür gesteckt',
  },
  withdrawal: {
    name: 'refill-packet',
    alt: 'Eine Nachfüllpackung aus Papier auf einem Block geschichteter Erde',
  },
  return: {
    name: 'shipping-box',
    alt: 'Offener Versandkarton von oben: ein DS-01-Glas, ein Reiseröhrchen und eine Nachfüllpackung auf Papierschnipseln',
  },
  problem: {
    name: 'vs-01-box',
    alt: 'VS-01-Schachtel, Glas und aufgefaltete Packungsbeilage mit sechs Zeichnungen, dazu eine Kapsel',
  },
  review: {
    name: 'kitchen-morning',
    alt: 'DS-01-Glas, ein Glas Wasser und zwei Kapseln auf einer Küchentheke im Morgenlicht',
  },
  newsletter: {
    name: 'plant-oats',
    alt: 'Eine braune Schale Haferflocken von oben, einige Flocken liegen daneben',
  },
  'newsletter-link': {
    name: 'field-crispatus',
    alt: 'Lange, schlanke Stäbchen von Lactobacillus crispatus, gezeichnet wie unter dem Elektronenmikroskop',
  },
  'not-found': {
    name: 'leek',
    alt: 'Eine aufgeschnittene Lauchstange: helle Ringe, die nach außen grün werden, einer davon ocker',
  },
}
