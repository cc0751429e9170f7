import { confirmOwedOrder, payOwedOrder, viewOwedOrder } from '#subscription/owed-order/owed-endpoints.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import { newApiClient } from './api-client.ts'
import type { ShopUnderTest } from './shop-under-test.ts'

/** What the newest mail about a refused card links to, opened in a browser that nobody has signed in with. */
export const updateCardLink = async (shop: ShopUnderTest, { email }: { readonly email: string }) => {
  const mails = await shop.mails(email)
  const links = mails.flatMap(({ text }) => [.../\/update-card\/([\w.-]+)/g[Symbol.matchAll](text)])
  const token = links.at(-1)?.[1] ?? ''
  const { call } = newApiClient(shop.url)
  return {
    token,
    view: () => call(viewOwedOrder, { token }),
    confirm: (total = '49.99') => call(confirmOwedOrder, { token, total }),
    pay: async (card: TestCardName, total = '49.99') =>
      call(payOwedOrder, { token, total, card: { token: await shop.pages.tokenFor(card) } }),
  }
}
