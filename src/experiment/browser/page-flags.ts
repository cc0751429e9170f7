import { readableCookie } from '#ui/browser/readable-cookie.ts'
import { edgeCookie, edgeVariants } from '../rules/edge-cookie.ts'
import {
  attributeOfExperiment,
  developersAttribute,
  flagsElementId,
  flagsFrom,
  runningAttribute,
} from '../rules/flag-attributes.ts'
import type { PageFlags } from '../rules/flag-attributes.ts'

const key = 'flag overrides'

/** The attributes that a developer set by hand in this tab, with their values. */
export const flagOverrides = (): readonly (readonly [name: string, value: string])[] => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null
      ? Object.entries(stored).map(([name, value]) => [name, String(value)] as const)
      : []
  } catch {
    return []
  }
}

export const saveFlagOverrides = (overrides: Readonly<Record<string, string>>): void => {
  if (Object.keys(overrides).length === 0) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(overrides))
}

/** The decoded value of a cookie that scripts can read. */
export const cookieNamed = (name: string): string | undefined => readableCookie(document.cookie, name)

const read = (element: Element): PageFlags =>
  flagsFrom(element.getAttributeNames().map((name) => [name, element.getAttribute(name) ?? ''] as const))

/** Counts a meeting with an experiment, of a member or of a visitor: once in a browser's session. */
export const recordOnce = (
  experiment: string,
  variant: string,
  how: 'exposure' | 'visitor-exposure' = 'exposure',
): void => {
  const key = `${how} ${experiment}`
  try {
    if (sessionStorage.getItem(key) === variant) return
    sessionStorage.setItem(key, variant)
  } catch {
    // Nothing is stored here; the server counts only the first time.
  }
  void fetch(`/api/experiment/${experiment}/${how}`, { method: 'POST', keepalive: true }).catch(
    () => undefined,
  )
}

// Anything else could not be the name of an attribute.
const attributeNamePattern = /^[a-z][a-z0-9_]*$/

/** A visitor's pages are the same for all, so the variants chosen by the edge are added here. */
const applyEdgeVariants = (element: Element): void => {
  const edgeEntries = Object.entries(edgeVariants(cookieNamed(edgeCookie)))
  for (const [name, variant] of edgeEntries.filter(([variantName]) => attributeNamePattern.test(variantName)))
    element.setAttribute(attributeOfExperiment(name), variant)
}

/** Overrides by a developer, for as long as the browser's tab is open. */
const applyOverrides = (element: Element): void => {
  if (!element.hasAttribute(developersAttribute)) return
  for (const [name, value] of flagOverrides()) element.setAttribute(name, value)
}

/** The page's current flags. */
export const currentPageFlags = (): PageFlags => {
  const element = document.getElementById(flagsElementId)
  return element ? read(element) : { flags: {}, experiments: {} }
}

/**
 * Publishes the page's flags, now and whenever an attribute of the element changes (spec §4). A variant in the element
 * of a member's page counts as an exposure.
 */
export const watchPageFlags = (onChange: (flags: PageFlags) => void): void => {
  const element = document.getElementById(flagsElementId)
  if (!element) return
  const { experiments } = read(element)
  const running = (element.getAttribute(runningAttribute) ?? '').split(' ')
  for (const [name, variant] of Object.entries(experiments))
    if (running.includes(name)) recordOnce(name, variant)
  if (!('member' in document.documentElement.dataset)) applyEdgeVariants(element)
  applyOverrides(element)
  onChange(read(element))
  new MutationObserver(() => onChange(read(element))).observe(element, { attributes: true })
}
