import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { demoPassword } from '../../db/seed/people.ts'
import { refuseConsent } from '../browser/refused-consent.ts'
import type { RunningShop } from '../browser/shop-child.ts'
import type { Person } from './access-states.ts'

export type Shop = Pick<RunningShop, 'url' | 'env'>

const run = promisify(execFile)

/** What an operator's command says. */
export const operate = async ({ env }: Shop, args: readonly string[]): Promise<string> => {
  const cwd = join(import.meta.dirname, '../..')
  return (await run(process.execPath, ['src/app/entry/operator.ts', ...args], { cwd, env })).stdout
}

/** The link of an impersonation session for June, and the agent's password. */
export const agentLink = async (shop: Shop): Promise<{ link: string; password: string }> => {
  const agent = 'ada@loam.example'
  const added = await operate(shop, ['agent', 'add', agent, '--name', 'Ada']).catch(() =>
    operate(shop, ['agent', 'password', agent]),
  )
  const args = [
    'agent',
    'authorize',
    agent,
    '--for',
    'june@loam.example',
    '--reason',
    'A walk over all pages',
  ]
  const link = /https?:\/\/\S+/.exec(await operate(shop, args))?.[0] ?? ''
  return { link, password: added.trim().split(' ').at(-1) ?? '' }
}

const signIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByRole('main').getByLabel('Email').fill('june@loam.example')
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/account/)
}

const fillCart = async (page: Page): Promise<void> => {
  await page.goto('/cart?cart=syn-wk-3mo')
  await page.waitForURL(/\/cart$/)
}

const beginImpersonation = async (page: Page, shop: Shop): Promise<void> => {
  const { link, password } = await agentLink(shop)
  await page.goto(link)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Start the session' }).click()
  await page.waitForURL(/\/account\/home/)
}

/** The browser of one person, ready to look at pages. */
export const browserOf = async (browser: Browser, shop: Shop, who: Person): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: shop.url,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  context.setDefaultTimeout(5_000)
  if (who !== 'newcomer') await refuseConsent(context, shop.url)
  const page = await context.newPage()
  if (who === 'member') await signIn(page)
  if (who === 'buyer') await fillCart(page)
  if (who === 'agent') await beginImpersonation(page, shop)
  await page.close()
  return context
}
