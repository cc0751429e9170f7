import type { TestShop } from '../support/shop.ts'
import { everyPath, walk } from '../support/page-walk.ts'
import type { Asker, WalkedPage } from '../support/page-walk.ts'
import { joinDesk } from './desk-person.ts'
import type { TestApi } from './test-api.ts'

/** Links of pages to further pages of this form. */
const linksIn = (pages: readonly WalkedPage[], form: RegExp): string[] => [
  ...new Set(pages.flatMap(({ text }) => [...text.matchAll(form)].map(([, href = '']) => href))),
]

/** The pages of these paths and those that they link to. */
const walkOn = async (asker: Asker, paths: readonly string[], form: RegExp): Promise<WalkedPage[]> => {
  const first = await walk(asker, paths)
  const further = linksIn(first, form).filter((path) => !paths.includes(path))
  return [...first, ...(await walk(asker, further))]
}

/** Every page of somebody with something in the cart. */
export const buyerPages = async (shop: TestShop): Promise<WalkedPage[]> => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  return walk(buyer.client, await everyPath(buyer.client))
}

/** Every page of a member, of an order and of a subscription. */
export const memberPages = async (shop: TestShop): Promise<WalkedPage[]> => {
  const member = await shop.member({ plan: 'monthly refill' })
  await member.add('syn-wk')
  const paths = (await everyPath(member.client)).filter((path) => /^\/(account|cart|checkout)/.test(path))
  return walkOn(member.client, paths, /href="(\/account\/(?:orders|subscriptions)\/[^"]+)"/g)
}

/** Every page of the desk that an owner reaches by links. */
export const deskPages = async (api: TestApi): Promise<WalkedPage[]> => {
  const owner = await joinDesk(api, 'owner')
  const asker: Asker = {
    send: async ({ path }) => {
      const { statusCode, headers, body } = await owner.get(path)
      return {
        status: statusCode,
        headers: new Headers({ 'content-type': String(headers['content-type']) }),
        text: body,
      }
    },
  }
  const paths = ['/desk', '/desk/find', '/desk/orders', '/desk/messages', '/desk/reviews', '/desk/more', '/desk/person', '/desk/team', '/desk/team/log', '/desk/sign-in'] // prettier-ignore
  const pages = await walkOn(asker, paths, /href="(\/desk\/[\w/-]+)"/g)
  return walkOn(asker, pages.map(({ path }) => path), /href="(\/desk\/[\w/-]+)"/g) // prettier-ignore
}

/** The mails that were sent, each under its subject. */
export const mailPages = async (shop: TestShop): Promise<WalkedPage[]> =>
  (await shop.mails()).map(({ subject, html }) => ({ path: subject, text: html }))
