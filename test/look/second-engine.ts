import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { z } from 'zod'

const engine = fileURLToPath(import.meta.resolve('@pa11y/html_codesniffer/build/HTMLCS.js'))

const Found = z.array(
  z.object({ code: z.string(), message: z.string(), html: z.string(), isShown: z.boolean() }),
)

/** HTML of today lets an e-mail field be the user name (`autocomplete`); the engine's list is older. */
const isOutdated = (message: string): boolean => message.includes('Invalid autocomplete value: username')

// As text: `HTMLCS` is a global of the engine, which the page alone has.
const collect = `new Promise((done) => {
  HTMLCS.process('WCAG2AA', document, () => done(HTMLCS.getMessages().filter(({ type }) => type === HTMLCS.ERROR).map(
    ({ code, msg, element }) => ({
      code,
      message: msg,
      html: (element.outerHTML ?? '').slice(0, 90),
      isShown: element.checkVisibility?.() ?? true,
    }),
  )))
})`

/**
 * What a second engine beside axe, HTML_CodeSniffer, counts as an error against WCAG 2.1 AA on the page as it is shown;
 * what is hidden from everyone is left out.
 */
export const secondEngineErrors = async (page: Page): Promise<string[]> => {
  await page.evaluate(await readFile(engine, 'utf8'))
  const found = Found.parse(await page.evaluate(collect))
  return found
    .filter(({ message, isShown }) => isShown && !isOutdated(message))
    .map(({ code, message, html }) => `second engine ${code}: ${message} ${html}`)
}
