import { previewWallet, purchaseByWallet, type WalletOffer } from '#checkout/wallet/endpoints.ts'
import type { WalletPlace } from '#checkout/wallet/rules/wallet-address.ts'
import type { PurchaseReply } from '#checkout/endpoints.ts'
import type { PayloadInput } from '#shared/endpoint.ts'
import { walletContacts } from '../../sandbox-processor/wallet-contacts.ts'
import type { TestCardName } from '../../sandbox-processor/test-cards.ts'
import type { ApiClient } from './api-client.ts'
import type { ShopUnderTest } from './shop-under-test.ts'

type Purchase = PayloadInput<typeof purchaseByWallet>

/** Whose wallet it is, by the first name. */
export const walletOf = (firstName: string) => {
  const contact = walletContacts.find(({ name }) => name.startsWith(firstName))
  if (!contact) throw new Error(`nobody is called ${firstName}`)
  return contact
}

interface Wish {
  /** The plan to buy by itself; the cart if missing. */
  readonly plan?: string
  readonly whose?: string
  readonly method?: string
  readonly card?: TestCardName
  readonly email?: string
  /** Fields of the payload in place of the honest ones. */
  readonly but?: Partial<Purchase>
}

let requests = 0

/** A browser with a wallet: what its page asks the shop, and what it sends when the buyer has confirmed. */
export const walletBuyer = (
  shop: ShopUnderTest,
  { client, email }: { readonly client: ApiClient; readonly email: string },
) => {
  const offer = (place: WalletPlace | null, { plan, method }: Wish = {}): Promise<WalletOffer> =>
    client.call(previewWallet, { plan_code: plan, place, method_code: method })
  const offerTo = (whose: string, wish: Wish = {}): Promise<WalletOffer> =>
    offer(walletOf(whose).address, wish)
  /** What the page sends once the buyer has confirmed what was shown. */
  const confirmed = async (shown: WalletOffer, wish: Wish): Promise<Purchase> => {
    const { name, phone, address } = walletOf(wish.whose ?? 'June')
    return {
      plan_code: wish.plan,
      request_id: `wallet-request-${(requests += 1)}`,
      email: wish.email ?? email,
      contact: { name, phone, address },
      method_code: shown.shipping_id,
      terms: shown.terms,
      ...shown.shown,
      token: await shop.pages.walletTokenFor(wish.card ?? 'approve', shown.total),
      ...wish.but,
    }
  }
  const fill = async (wish: Wish): Promise<Purchase> =>
    confirmed(await offerTo(wish.whose ?? 'June', wish), wish)
  const send = (filled: Purchase): Promise<PurchaseReply> => client.call(purchaseByWallet, filled)
  return { offer, offerTo, confirmed, fill, send, pay: async (wish: Wish) => send(await fill(wish)) }
}
