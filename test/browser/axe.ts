import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'
import type { AxeResults, PartialResults, RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** What looks at colors; every other rule of axe sees the same page in light and in dark. */
const colorRules = ['color-contrast', 'link-in-text-block']

const withoutColors = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }]))

/** Without the comments and names of `axe.source`, which are more than half of it: each page is sent all of it. */
const script = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Reading axe costs a page as much as being looked at: it reads it once, however often it is looked at. */
const injectInto = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(script)
}

const runIn = async (page: Page, options: RunOptions): Promise<Pick<AxeResults, 'violations'>> => {
  await injectInto(page.mainFrame())
  return page.evaluate(async (options) => {
    if (!window.axe) throw new Error('the page has no axe')
    const { violations } = await window.axe.run(document, options)
    return { violations }
  }, options)
}

type FrameContext = ReturnType<typeof axe.utils.getFrameContexts>[number]

/** What axe finds in a frame and in the frames inside it, each waited for however long it takes. */
const partialResultsIn = async (
  frame: Frame,
  context: FrameContext['frameContext'] | undefined,
  options: RunOptions,
): Promise<PartialResults> => {
  await injectInto(frame)
  const children = await frame.evaluate((own) => window.axe?.utils.getFrameContexts(own) ?? [], context)
  const result = await frame.evaluate(
    ([own, options]) => window.axe?.runPartial(own ?? document, options) ?? null,
    [context, options] as const,
  )
  const results = [result]
  for (const { frameSelector, frameContext } of children) {
    const element = await frame.evaluateHandle(
      (selector) => window.axe?.utils.shadowSelect(selector),
      frameSelector,
    )
    const child = await element.asElement()?.contentFrame()
    // A page of the shop in which nothing runs: it is looked at by itself, and has landmarks of its own.
    if ((await element.asElement()?.getAttribute('sandbox')) === '') {
      results.push(null)
      continue
    }
    if (!child) throw new Error(`axe cannot look into the frame ${JSON.stringify(frameSelector)}`)
    results.push(...(await partialResultsIn(child, frameContext, options)))
  }
  return results
}

/** As `runIn`, for a page with frames. */
const runInFrames = async (page: Page, options: RunOptions): Promise<Pick<AxeResults, 'violations'>> => {
  const results = await partialResultsIn(page.mainFrame(), undefined, options)
  return page.evaluate(
    async ([results, options]) => {
      if (!window.axe) throw new Error('the page has no axe')
      const { violations } = await window.axe.finishRun(results, options)
      return { violations }
    },
    [results, options] as const,
  )
}

/** `everything and sizes`: also the sizes of targets, which axe leaves out by default. */
export type AxeScope = 'everything' | 'everything and sizes' | 'everything but colors' | 'colors'

/** The axe violations of a page, its frames included. Fails when it cannot look into a frame. */
export const violationsOf = async (page: Page, scope: AxeScope): Promise<string[]> => {
  // Only violations are reported in full; a page passes hundreds of checks.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(scope === 'colors' && { runOnly: { type: 'rule', values: colorRules } }),
    ...(scope === 'everything and sizes' && { rules: { 'target-size': { enabled: true } } }),
    ...(scope === 'everything but colors' && { rules: withoutColors }),
  }
  const run = page.frames().length === 1 ? runIn : runInFrames
  const { violations } = await run(page, options)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

/** Ends everything that moves once: colors in transition from one scheme to the other belong to neither. */
export const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // Transitions start with the frame after the change.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    // An element that inherits a color starts its own transition only when that color has arrived.
    const arrived = new Set<Animation>()
    for (;;) {
      const onTheirWay = document
        .getAnimations()
        .filter((one) => !arrived.has(one) && one.effect?.getComputedTiming().endTime !== Infinity)
      if (onTheirWay.length === 0) return
      for (const one of onTheirWay) {
        one.finish()
        arrived.add(one)
      }
      await new Promise(requestAnimationFrame)
    }
  })
