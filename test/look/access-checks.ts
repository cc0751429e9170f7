import type { Page } from '@playwright/test'
import { finishAnimations, violationsOf } from '../browser/axe.ts'

/** Waits until nothing is loading or moving: no typeface, no animation. */
export const settle = async (page: Page): Promise<void> => {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await finishAnimations(page)
}

/** Everything that axe knows, with the sizes of what is pressed; in the dark the colors alone. */
export const axeViolations = async (page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await settle(page)
  const violations = await violationsOf(page, colorScheme === 'dark' ? 'colors' : 'everything and sizes')
  return violations.map((violation) => `axe ${violation}`)
}

/** Parts that stick out of the window, other than what scrolls inside a frame of its own. */
export const sidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth
    const clientWidth = document.documentElement.clientWidth
    if (wide <= clientWidth) return []
    const culprits = [...document.querySelectorAll('body *')].filter(
      (part) => part.getBoundingClientRect().right > clientWidth + 1 && part.getClientRects().length > 0,
    )
    return [`sideways ${wide} > ${clientWidth}: ${culprits.at(0)?.outerHTML.slice(0, 90) ?? ''}`]
  })

/** A target is 24 px wide and high, or has that distance to its neighbors, or is part of a sentence (WCAG 2.5.8). */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 24
    const all = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    // What the tab key passes over is there for programs alone.
    const shown = [...document.querySelectorAll<HTMLElement>(all)].filter(
      (target) =>
        target.tabIndex >= 0 && target.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    const placeOf = (target: HTMLElement): DOMRect => {
      const label = target instanceof HTMLInputElement ? target.labels?.item(0) : null
      return (label ?? target).getBoundingClientRect()
    }
    const inSentence = (target: HTMLElement): boolean => {
      const line = target.parentElement
      const rest = (line?.textContent ?? '').replace(target.textContent ?? '', '').trim()
      return getComputedStyle(target).display === 'inline' && rest.length > 0
    }
    const middle = (box: DOMRect): readonly [number, number] => [
      box.left + box.width / 2,
      box.top + box.height / 2,
    ]
    const places = shown.map((target) => ({ target, box: placeOf(target) }))
    // Past the edge of a page are those that show themselves when they have the focus.
    const pressed = places.filter(
      ({ box }) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.right > 0,
    )
    const crowds = (one: (typeof pressed)[number]): boolean => {
      const [x, y] = middle(one.box)
      return pressed.some(({ target, box }) => {
        if (target === one.target || target.contains(one.target) || one.target.contains(target)) return false
        const across = Math.max(box.left - x, 0, x - box.right)
        const down = Math.max(box.top - y, 0, y - box.bottom)
        return Math.hypot(across, down) < least / 2
      })
    }
    return pressed
      .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
      .filter(({ target }) => !inSentence(target))
      .filter(crowds)
      .map(
        ({ target, box }) =>
          `target ${Math.round(box.width)}×${Math.round(box.height)}: ${target.outerHTML.slice(0, 90)}`,
      )
  })

/** Text with larger spacing (WCAG 1.4.12). */
const spacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }`

/** With that spacing nothing is cut off and nothing sticks out. */
export const spacedText = async (page: Page): Promise<string[]> => {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, spacing)
  const cut = await page.evaluate(() => {
    const hides = ({ overflowX, overflowY }: CSSStyleDeclaration) =>
      [overflowX, overflowY].some((how) => how === 'hidden' || how === 'clip')
    const boxes = [...document.querySelectorAll('body *')].filter((part) => {
      const style = getComputedStyle(part)
      return part.checkVisibility() && part.clientWidth > 1 && style.clipPath === 'none' && hides(style)
    })
    return boxes.flatMap((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      const text = document.createRange()
      text.selectNodeContents(box)
      const outside = [...text.getClientRects()].some(
        (line) =>
          line.width > 0 &&
          (line.left < left - 2 || line.right > right + 2 || line.top < top - 4 || line.bottom > bottom + 4),
      )
      return outside ? [`cut off when spaced: ${box.outerHTML.slice(0, 120)}`] : []
    })
  })
  const wide = await sidewaysScroll(page)
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  return [...cut, ...wide.map((one) => `spaced ${one}`)]
}

/** Everything that takes the focus: where it has it, it can be seen and shows that it has it (WCAG 2.4.7, 2.4.11). */
export const focusFaults = async (page: Page): Promise<string[]> => {
  // From here on the browser marks the focus as for somebody at the keyboard. From the last stop of a page the key would
  // leave it, and a page without the focus shows none.
  await page.evaluate(() => (document.querySelector('dialog[open]') ?? document).querySelector('a')?.focus())
  await page.keyboard.press('Tab')
  return page.evaluate(async () => {
    const around = document.querySelector('dialog[open]') ?? document
    const all = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]'
    const stops = [...around.querySelectorAll<HTMLElement>(all)].filter(
      (stop) =>
        stop.tabIndex >= 0 &&
        stop.checkVisibility({ visibilityProperty: true }) &&
        !stop.matches(':disabled'),
    )
    const isSeen = (place: Element): boolean => {
      const { left, right, top, bottom } = place.getBoundingClientRect()
      const x = [left + 4, (left + right) / 2, right - 4]
      const y = [top + 4, (top + bottom) / 2, bottom - 4]
      return y.some((down) =>
        x.some((across) => {
          const seen = document.elementFromPoint(across, down)
          return seen !== null && (place.contains(seen) || seen.contains(place))
        }),
      )
    }
    const outlined = (part: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== 'none'
    }
    const faults: string[] = []
    window.scrollTo(0, 0)
    for (const stop of stops) {
      stop.focus()
      if (document.activeElement !== stop) continue
      const place = stop.closest('label') ?? stop
      const markup = stop.outerHTML.slice(0, 90)
      if (!isSeen(place)) {
        // What gives way to the focus does so with the next frame.
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
        if (!isSeen(place)) faults.push(`focus hidden: ${markup}`)
      }
      if (![stop, place, ...place.querySelectorAll('*')].some(outlined))
        faults.push(`focus without a mark: ${markup}`)
    }
    // Somewhere in the middle of a page the header always covers a part of some link, which scrolls free of it.
    window.scrollTo(0, 0)
    return faults
  })
}
