import { retentionTexts } from '#shared/messages/retention-text.ts'
import retention from '../../../content/retention.json' with { type: 'json' }
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readContentPages } from '#content/server/pages.ts'
import { brand } from '#shared/brand.ts'
import { screens } from '../routing/paths.ts'
import { shellMessages } from '../messages/shell-messages.ts'
import { feedPath } from '../site-files/xml-files.ts'
import { footerColumns, withdrawalLink, memberLinks, productLinks, quizPath } from './navigation.ts'
import { brandMenuIn } from '#shared/brand-menu.ts'
import { isRecord } from '#shared/is-record.ts'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { productsOf } from '#catalogue/rules/plan.ts'

const products = productsOf(startingPlans)

const t = shellMessages.in('en')

const retained = retentionTexts(retention)
const content = await readContentPages(join(import.meta.dirname, '../../../content/pages'), retained)
const built = new Set<string>([...content.paths, ...screens.map((screen) => screen.path), feedPath])

const isBuilt = (href: string): boolean => built.has(href.replace(/[?#].*$/, ''))

const anchorsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(anchorsOf)
  if (!isRecord(value)) return []
  const own = value['kind'] === 'disclaimer' ? ['disclaimer'] : []
  const named = typeof value['anchor'] === 'string' ? [value['anchor']] : []
  return [...own, ...named, ...Object.values(value).flatMap(anchorsOf)]
}

/** Addresses in a content page: those of buttons and rows, and those inside its texts. */
const hrefsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [...value.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '')
  if (Array.isArray(value)) return value.flatMap(hrefsIn)
  if (!isRecord(value)) return []
  const own = typeof value['href'] === 'string' ? [value['href']] : []
  return [...own, ...Object.values(value).flatMap(hrefsIn)]
}

const menu = brandMenuIn('en')

const menus = [
  ...productLinks(products, 'en'),
  ...menu.panels.flatMap(({ links }) => links),
  ...menu.aside,
  ...menu.help,
  ...memberLinks(t),
  ...footerColumns(products, 'en').flatMap((column) => column.links),
  ...menu.legal,
  withdrawalLink(t),
  { label: 'Quiz', href: quizPath },
  { label: 'Buy Now', href: '/get-started' },
]

test('header, drawer and footer link to existing pages', () => {
  expect(menus.filter((link) => !isBuilt(link.href))).toEqual([])
})

test.each(content.paths)('every link on %s leads to an existing page and anchor', (path) => {
  const broken = hrefsIn(content.byPath(path)).filter((href) => {
    if (/^(https:|mailto:)/.test(href)) return false
    const [address = '', anchor] = href.split('#')
    const target = address === '' ? path : address
    if (!isBuilt(target)) return true
    return anchor !== undefined && !anchorsOf(content.byPath(target)).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('the footer has every label of spec §2', () => {
  const labels = [...footerColumns(products, 'en').flatMap(({ links }) => links), ...menu.legal].map(
    ({ label }) => label,
  )
  const named =
    'Science, My Account, Refer a Friend, Practitioners, Partner, Press, Sustainability, Help, Accessibility, ' +
    'Contact, Consent Preferences, Privacy Policy, Terms + Conditions, Shipping + Billing, International, Join, Inquire'
  // "Sign Up" is the newsletter's button.
  expect(labels).toEqual(expect.arrayContaining([...named.split(', '), `Visit ${brand.name}`]))
})
