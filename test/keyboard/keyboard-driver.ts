import type { Locator, Page } from '@playwright/test'
import { smallTargets } from '../look/access-checks.ts'
import { currentStop, isVisible, appearanceOf } from './stops.ts'
import type { Stop } from './stops.ts'

/** Somebody who has a keyboard and nothing else, and looks where the focus goes. */
export interface KeyboardDriver {
  readonly page: Page
  /** Steps with the tab key until this has the focus. */
  readonly focus: (target: Locator) => Promise<void>
  /** Steps on until the focus leaves the page. */
  readonly tabToEnd: () => Promise<void>
  /** The problems so far, each once. */
  readonly faults: () => readonly string[]
}

const maxSteps = 400
const minTargetSize = 24

type VisitedStop = Stop & { readonly appearance: string }

const isSmall = ({ box }: Stop): boolean =>
  box.right - box.left < minTargetSize - 0.5 || box.bottom - box.top < minTargetSize - 0.5

/** Within one part of a page, the next stop is above the last one and in the same column. */
const goesBackUp = (from: Stop, focus: Stop): boolean => {
  if (from.floats || focus.floats || from.within !== focus.within) return false
  const shared = Math.min(from.box.right, focus.box.right) - Math.max(from.box.left, focus.box.left)
  const narrower = Math.min(from.box.right - from.box.left, focus.box.right - focus.box.left)
  return shared > narrower / 2 && focus.box.bottom <= from.box.top
}

/** Small targets are allowed in a sentence and without other targets nearby; the checks of whole pages test that. */
const isTooSmall = async (page: Page, stop: Stop): Promise<boolean> => {
  if (!isSmall(stop)) return false
  const known = await smallTargets(page)
  return known.some((one) => one.includes(stop.markup.slice(0, 60)))
}

const faultsAt = async (page: Page, last: VisitedStop | null, stop: Stop | null): Promise<string[]> => {
  const faults: string[] = []
  if (
    last !== null &&
    last.path !== stop?.path &&
    !last.isSeveral &&
    (await appearanceOf(page, last)) === last.appearance
  )
    faults.push(`looks the same with and without the focus: ${last.markup}`)
  if (stop === null) return faults
  if (last !== null && goesBackUp(last, stop)) faults.push(`comes after what is below it: ${stop.markup}`)
  if (!(await isVisible(page))) faults.push(`lies hidden with the focus: ${stop.markup}`)
  if (await isTooSmall(page, stop)) faults.push(`is smaller than ${minTargetSize} px: ${stop.markup}`)
  return faults
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate(
    (element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus(),
  )

/** Takes the mouse away from somebody. */
export const createKeyboardDriver = (page: Page): KeyboardDriver => {
  const faults = new Set<string>()
  let last: VisitedStop | null = null
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) last = null
  })
  const step = async (): Promise<Stop | null> => {
    // A page that answered may have put the focus elsewhere.
    if ((await currentStop(page))?.path !== last?.path) last = null
    await page.keyboard.press('Tab')
    const stop = await currentStop(page)
    const { pathname } = new URL(page.url())
    if (stop !== null && stop.path === last?.path && !stop.isSeveral)
      throw new Error(`the tab key does not lead away from ${stop.markup} on ${pathname}`)
    for (const fault of await faultsAt(page, last, stop)) faults.add(`${pathname}: ${fault}`)
    last = stop && { ...stop, appearance: await appearanceOf(page, stop) }
    return stop
  }
  const focus = async (target: Locator): Promise<void> => {
    let rounds = 0
    for (let steps = 0; steps < maxSteps && rounds < 3; steps += 1) {
      if (await hasFocus(target)) return
      if ((await step()) === null) rounds += 1
    }
    throw new Error(`the tab key does not lead to ${String(target)} on ${page.url()}`)
  }
  const tabToEnd = async (): Promise<void> => {
    for (let steps = 0; steps < maxSteps; steps += 1) if ((await step()) === null) return
    throw new Error(`the tab key does not lead out of ${page.url()}`)
  }
  return { page, focus, tabToEnd, faults: () => [...faults] }
}
