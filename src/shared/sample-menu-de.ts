import type { BrandMenu } from './brand-menu.ts'
import { brand } from './brand.ts'

export const sampleMenuDe: BrandMenu = {
  panels: [
    {
      label: 'Wissenschaft',
      links: [
        { label: 'Wissenschaft', note: 'Was bekannt ist und was nicht', href: '/science' },
        { label: 'So funktioniert’s', note: 'Vom Starterset zur Nachfüllpackung', href: '/how-it-works' },
        { label: 'Mikrobiom', note: 'Was in deinem Darm lebt', href: '/microbiome' },
        { label: 'Nachhaltigkeit', note: 'Ein Glas, dann Nachfüllpackungen', href: '/sustainability' },
      ],
      picture: { name: 'capsule-macro', alt: '' },
    },
    {
      label: 'Cultured',
      links: [
        { label: 'Cultured', note: 'Unser Magazin', href: '/cultured' },
        {
          label: 'Warum Boden Schichten hat',
          note: 'Sand, Schluff, Ton und unser Name',
          href: '/cultured/why-soil-has-layers',
        },
        {
          label: 'Ein Probiotika-Etikett lesen',
          note: 'Worauf du achten kannst: fünf Punkte',
          href: '/cultured/reading-a-label',
        },
      ],
      picture: { name: 'microbiome', alt: '' },
    },
  ],
  aside: [
    { label: 'Welche Rezeptur passt zu dir?', href: '/get-started' },
    { label: 'Etwas verschenken', href: '/gift' },
    { label: 'Abo-Bedingungen', href: '/subscription-terms' },
    { label: 'Versand und Zahlung', href: '/shipping-billing' },
    { label: 'Weltweit', href: '/entire-world' },
  ],
  shop: [
    { label: 'Nachfüllpackungen', href: '/refills' },
    { label: 'Etwas verschenken', href: '/gift' },
  ],
  columns: [
    {
      title: 'Service',
      links: [
        { label: 'Mein Konto', href: '/account/subscriptions' },
        { label: 'Hilfe', href: '/contact#help' },
        { label: 'Kontakt', href: '/contact' },
        { label: 'Versand und Zahlung', href: '/shipping-billing' },
        { label: 'Weltweit', href: '/entire-world' },
        { label: 'Rückgabe', href: '/return' },
        { label: 'Abo-Bedingungen', href: '/subscription-terms' },
        { label: 'Freunde einladen', href: '/account/refer?traffic_source=footer_referafriend' },
      ],
    },
    {
      title: 'Unternehmen',
      links: [
        { label: 'Wissenschaft', href: '/science' },
        { label: 'Nachhaltigkeit', href: '/sustainability' },
        { label: 'So funktioniert’s', href: '/how-it-works' },
        { label: 'Cultured', href: '/cultured' },
        { label: 'Für Fachleute', href: '/practitioners' },
        { label: 'Partner werden', href: '/seeduniversity' },
        { label: 'Anfragen', href: '/seeduniversity#form' },
        { label: 'Presse', href: '/press' },
        { label: 'Mitarbeiten', href: '/join-us' },
        { label: `${brand.name} besuchen`, href: '/' },
      ],
    },
  ],
  help: [
    { label: 'Hilfe', href: '/contact#help' },
    { label: 'Kontakt', href: '/contact' },
    { label: 'Versand und Zahlung', href: '/shipping-billing' },
    { label: 'Rückgabe', href: '/return' },
    { label: 'Abo-Bedingungen', href: '/subscription-terms' },
  ],
  legal: [
    { label: 'Einwilligungen', href: '/consent' },
    { label: 'Datenschutz', href: '/privacy-policy' },
    { label: 'AGB', href: '/terms-conditions' },
    { label: 'Barrierefreiheit', href: '/accessibility' },
  ],
}
