import type { BrandMenu } from './brand-menu.ts'
import { brand } from './brand.ts'

export const sampleMenuEn: BrandMenu = {
  panels: [
    {
      label: 'Science',
      links: [
        { label: 'Science', note: 'What’s known and what isn’t', href: '/science' },
        { label: 'How it works', note: 'From starter kit to refills', href: '/how-it-works' },
        { label: 'Microbiome', note: 'What lives in your gut', href: '/microbiome' },
        { label: 'Sustainability', note: 'One jar, then refills', href: '/sustainability' },
      ],
      picture: { name: 'capsule-macro', alt: '' },
    },
    {
      label: 'Cultured',
      links: [
        { label: 'Cultured', note: 'Our journal', href: '/cultured' },
        {
          label: 'Why soil has layers',
          note: 'Sand, silt, clay and our name',
          href: '/cultured/why-soil-has-layers',
        },
        {
          label: 'Reading a probiotic label',
          note: 'Five things to check',
          href: '/cultured/reading-a-label',
        },
      ],
      picture: { name: 'microbiome', alt: '' },
    },
  ],
  aside: [
    { label: 'Which formula is right for you?', href: '/get-started' },
    { label: 'Send a gift', href: '/gift' },
    { label: 'Subscription terms', href: '/subscription-terms' },
    { label: 'Shipping + Billing', href: '/shipping-billing' },
    { label: 'International', href: '/entire-world' },
  ],
  shop: [
    { label: 'Refills', href: '/refills' },
    { label: 'Send a gift', href: '/gift' },
  ],
  columns: [
    {
      title: 'Support',
      links: [
        { label: 'My Account', href: '/account/subscriptions' },
        { label: 'Help', href: '/contact#help' },
        { label: 'Contact', href: '/contact' },
        { label: 'Shipping + Billing', href: '/shipping-billing' },
        { label: 'International', href: '/entire-world' },
        { label: 'Returns', href: '/return' },
        { label: 'Subscription terms', href: '/subscription-terms' },
        { label: 'Refer a Friend', href: '/account/refer?traffic_source=footer_referafriend' },
      ],
    },
    {
      title: 'Company',
      links: [
        { label: 'Science', href: '/science' },
        { label: 'Sustainability', href: '/sustainability' },
        { label: 'How it works', href: '/how-it-works' },
        { label: 'Cultured', href: '/cultured' },
        { label: 'Practitioners', href: '/practitioners' },
        { label: 'Partner', href: '/seeduniversity' },
        { label: 'Inquire', href: '/seeduniversity#form' },
        { label: 'Press', href: '/press' },
        { label: 'Join', href: '/join-us' },
        { label: `Visit ${brand.name}`, href: '/' },
      ],
    },
  ],
  help: [
    { label: 'Help', href: '/contact#help' },
    { label: 'Contact', href: '/contact' },
    { label: 'Shipping + Billing', href: '/shipping-billing' },
    { label: 'Returns', href: '/return' },
    { label: 'Subscription terms', href: '/subscription-terms' },
  ],
  legal: [
    { label: 'Consent Preferences', href: '/consent' },
    { label: 'Privacy Policy', href: '/privacy-policy' },
    { label: 'Terms + Conditions', href: '/terms-conditions' },
    { label: 'Accessibility', href: '/accessibility' },
  ],
}
