import type { Page } from '@playwright/test'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The focused element. */
export interface Stop {
  /** Positions from the document down to the element: stable while the page does not change. */
  readonly path: string
  /** The beginning of its markup, for people. */
  readonly markup: string
  /** Holds several stops that the page does not see: a frame, the parts of a date. */
  readonly isSeveral: boolean
  /** On the page, not on the screen: scrolling moves nothing. */
  readonly box: Box
  /** Path of the nearest part that is read as one, such as a form or a list. */
  readonly within: string
  /** Part of something that is fixed while the page scrolls. */
  readonly floats: boolean
}

/** What has the focus; null when it is no part of the page. */
export const currentStop = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body || focused === document.documentElement) return null
    const pathOf = (element: Element | null): string => {
      const steps: number[] = []
      for (let at = element; at?.parentElement; at = at.parentElement)
        steps.unshift([...at.parentElement.children].indexOf(at))
      return steps.join('/')
    }
    let floats = false
    for (let at: Element | null = focused; at; at = at.parentElement)
      floats ||= ['fixed', 'sticky'].includes(getComputedStyle(at).position)
    const { left, right, top, bottom } = (focused.closest('label') ?? focused).getBoundingClientRect()
    const parts = 'form, fieldset, ul, ol, dl, nav, section, article, aside, header, footer, dialog, main'
    return {
      path: pathOf(focused),
      markup: focused.outerHTML.slice(0, 110),
      isSeveral: focused.matches('iframe, input[type=date], video, audio'),
      box: { left: left + scrollX, right: right + scrollX, top: top + scrollY, bottom: bottom + scrollY },
      within: pathOf(focused.parentElement?.closest(parts) ?? null),
      floats,
    }
  })

/** How an element, its label and what is drawn for it look: with the focus otherwise than without. */
export const appearanceOf = (page: Page, { path }: Stop): Promise<string> =>
  page.evaluate((steps) => {
    let element: Element | undefined = document.documentElement
    for (const step of steps) element = element?.children[step]
    if (!element) return ''
    const label = element.closest('label')
    const drawn = [element, label, ...(label?.querySelectorAll('*') ?? []), element.nextElementSibling]
    return drawn
      .map((part) => {
        if (part === null) return ''
        const { outline, boxShadow, backgroundColor, borderColor, top } = getComputedStyle(part)
        return [outline, boxShadow, backgroundColor, borderColor, top].join(' ')
      })
      .join('|')
  }, path.split('/').map(Number))

/** Whether any part of what has the focus can be seen; what gives way to it has some frames to do so (WCAG 2.4.11). */
export const isVisible = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return true
    const place = focused.closest('label') ?? focused
    const looks = (): boolean => {
      const { left, right, top, bottom } = place.getBoundingClientRect()
      return [top + 4, (top + bottom) / 2, bottom - 4].some((down) =>
        [left + 4, (left + right) / 2, right - 4].some((across) => {
          const seen = document.elementFromPoint(across, down)
          return seen !== null && (place.contains(seen) || seen.contains(place))
        }),
      )
    }
    // Bars that come or go with the focus do so with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    for (let frame = 0; frame < 30 && !looks(); frame += 1) await new Promise(requestAnimationFrame)
    return looks()
  })
