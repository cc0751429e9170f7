import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { openShop } from '../browser/shop-child.ts'
import {
  axeViolations,
  focusFaults,
  settle,
  sidewaysScroll,
  smallTargets,
  spacedText,
} from './access-checks.ts'
import { pageStates } from './access-pages.ts'
import { browserOf } from './access-people.ts'
import type { Shop } from './access-people.ts'
import { deskScreens } from './desk-screens.ts'
import { openDesk } from './desk-shop.ts'
import type { OpenedDesk } from './desk-shop.ts'
import { furtherStates } from './access-states.ts'
import type { Person, State } from './access-states.ts'
import { openBrowser } from './look-browser.ts'
import { secondEngineErrors } from './second-engine.ts'

const heights = { 390: 844, 1440: 900 } as const

type Width = keyof typeof heights

/** A telephone whose browser takes its part of the height. */
const short = { width: 390, height: 664 }

/** A page at 400 % on a screen of 1280 by 1024. */
const zoomed = { width: 320, height: 256 }

type Report = (what: string) => void

const show = async (page: Page, state: State, width: Width): Promise<void> => {
  await page.setViewportSize({ width, height: heights[width] })
  await page.goto(state.path)
  await page.getByRole('main').waitFor()
  await state.open?.(page)
  await settle(page)
}

const lookAtPhone = async (page: Page, report: Report): Promise<void> => {
  for (const one of await smallTargets(page)) report(one)
  for (const one of await spacedText(page)) report(one)
  await page.setViewportSize(short)
  await settle(page)
  for (const one of await axeViolations(page, 'light')) report(`390×664 ${one}`)
  for (const one of await focusFaults(page)) report(`390×664 ${one}`)
  await page.setViewportSize(zoomed)
  await settle(page)
  for (const one of await sidewaysScroll(page)) report(`zoomed ${one}`)
  for (const one of await focusFaults(page)) report(`zoomed ${one}`)
}

const lookAt = async (page: Page, state: State, width: Width, report: Report): Promise<void> => {
  await show(page, state, width)
  for (const scheme of ['light', 'dark'] as const)
    for (const one of await axeViolations(page, scheme)) report(`${scheme} ${one}`)
  for (const one of await sidewaysScroll(page)) report(one)
  for (const one of await focusFaults(page)) report(one)
  for (const one of await secondEngineErrors(page)) report(one)
  if (width === 390) await lookAtPhone(page, report)
}

interface Finding {
  readonly state: string
  readonly what: string
}

const people = ['visitor', 'buyer', 'member', 'newcomer', 'agent'] as const satisfies readonly Person[]

const isNamed = ({ path, name }: State, args: readonly string[]): boolean =>
  args.length === 0 || args.some((word) => path.startsWith(word) || name === word)

/** Every page of the desk, also those before somebody is signed in. */
const deskStates = ({ paths }: OpenedDesk): State[] =>
  deskScreens.map(({ name, path, as, prepare }) => ({
    name,
    path,
    who: as === 'invited' ? 'invited' : 'owner',
    ...(prepare ? { open: (page: Page) => prepare(page, paths) } : {}),
  }))

const wantsDesk = (args: readonly string[]): boolean =>
  args.length === 0 || args.some((word) => /^\/?desk/.test(word))

/** The desk has something to show after a month, which passes only in a shop of our own. */
const walk = async (shop: Shop, args: readonly string[], isOwn: boolean): Promise<void> => {
  await using opened = await openBrowser()
  const desk = isOwn && wantsDesk(args) ? await openDesk(opened.browser, shop) : null
  const contexts = new Map<Person, BrowserContext>()
  for (const who of people) contexts.set(who, await browserOf(opened.browser, shop, who))
  if (desk)
    for (const who of ['owner', 'invited'] as const) {
      const context = await browserOf(opened.browser, shop, who)
      if (who === 'owner') await context.addCookies([...desk.cookies])
      contexts.set(who, context)
    }
  const pageOf = async (who: Person): Promise<Page> => {
    const context = contexts.get(who)
    if (!context) throw new Error(`nobody is ${who}`)
    return context.newPage()
  }
  const states = [
    // The desk first: its session ends after half an hour without a page of it.
    ...(desk ? deskStates(desk) : []),
    ...(await pageStates(shop, await pageOf('visitor'), await pageOf('member'))),
    ...furtherStates,
  ].filter((state) => isNamed(state, args))
  const found: Finding[] = []
  let results = 0
  for (const state of states) {
    for (const width of [390, 1440] as const) {
      if (state.only !== undefined && state.only !== width) continue
      const page = await pageOf(state.who)
      const report = (what: string): void => {
        found.push({ state: `${state.path} (${state.name}, ${state.who}) at ${width} px`, what })
        console.log(`${state.path} (${state.name}, ${state.who}) at ${width} px: ${what}`)
      }
      results += 2
      await lookAt(page, state, width, report).catch((thrown: unknown) =>
        report(`not seen: ${String(thrown)}`),
      )
      await page.close()
    }
  }
  console.log(`${states.length} states, ${results} looks at them, ${found.length} findings`)
  const folder = join(import.meta.dirname, '../../bench/results')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'access.json'),
    JSON.stringify({ states: states.length, results, found }, null, 2),
  )
  process.exitCode = found.length > 0 ? 1 : 0
}

// `npm run axe -- /checkout drawer --url=http://localhost:3000`; a shop of that address needs its DATA_DIR besides.
const given = process.argv.find((word) => word.startsWith('--url='))?.slice('--url='.length)
const args = process.argv.slice(2).filter((word) => !word.startsWith('--'))
if (given) await walk({ url: given, env: process.env }, args, false)
else await openShop((shop) => walk(shop, args, true))
