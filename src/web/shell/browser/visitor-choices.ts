import { storeItem, storedItem } from '#analytics/browser/browser-storage.ts'
import { parseConsentCookie } from '#consent/rules/consent.ts'
import { cookieNamed, recordOnce } from '#experiment/browser/page-flags.ts'
import { deviceOf } from '#experiment/rules/audience.ts'
import {
  attributeOfExperiment,
  attributeOfFlag,
  flagsElementId,
  openAttribute,
} from '#experiment/rules/flag-attributes.ts'
import { decideChoices } from '#experiment/rules/visitor-choices.ts'
import type { OpenChoices } from '#experiment/rules/visitor-choices.ts'
import { brand } from '#shared/brand.ts'

const keyOf = (experiment: string): string => `variant.${experiment}`

/**
 * Decides what pages of visitors leave open, and says so on the page's element. Variants only for who allows analytics: they need an
 * id, and what the edge chose stays.
 */
export const applyVisitorChoices = (): void => {
  const element = document.getElementById(flagsElementId)
  const text = element?.getAttribute(openAttribute)
  if (!element || !text) return
  // Written by the page's own server.
  const open: OpenChoices = JSON.parse(text)
  const consent = parseConsentCookie(cookieNamed(brand.keys.consentCookie))
  const visitorId = consent?.groups.C0002 === true ? consent.visitId : null
  const { flags, variants } = decideChoices(open, deviceOf(navigator.userAgent), visitorId, (name) =>
    storedItem(keyOf(name)),
  )
  for (const name of flags) element.setAttribute(attributeOfFlag(name), 'true')
  for (const [name, variant] of variants) {
    const attribute = attributeOfExperiment(name)
    const fromEdge = element.getAttribute(attribute)
    if (fromEdge === null) element.setAttribute(attribute, variant)
    storeItem(keyOf(name), variant)
    recordOnce(name, fromEdge ?? variant, 'visitor-exposure')
  }
}
