import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: Pick<typeof axe, 'run'>
  }
}

/** What looks at colors; every other rule of axe sees the same page in light and in dark. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Reading axe costs a page as much as being looked at: it reads it once, however often it is looked at. */
const runIn = async (page: Page, options: RunOptions): Promise<Pick<AxeResults, 'violations'>> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    if (!window.axe) throw new Error('the page has no axe')
    const { violations } = await window.axe.run(document, options)
    return { violations }
  }, options)
}

/** The axe violations of a page; of the colors alone, or of everything. */
export const violationsOf = async (page: Page, scope: 'everything' | 'colors'): Promise<string[]> => {
  // Only violations are reported in full; a page passes hundreds of checks.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(scope === 'colors' && { runOnly: { type: 'rule', values: colorRules } }),
  }
  // Only a page with frames needs axe's other way, which opens a page more each time.
  const { violations } =
    page.frames().length === 1
      ? await runIn(page, options)
      : await new AxeBuilder({ page }).options(options).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}
