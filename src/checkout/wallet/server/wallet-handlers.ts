import { cartForPreview, cartIdOf, singleCart, singleCartId } from '#cart/server/carts.ts'
import type { SinglePurchase } from '#cart/server/carts.ts'
import type { Cart } from '#cart/rules/cart.ts'
import type { CardGate } from '#payment/charge/server/card-gates.ts'
import { placeMessages, refuseInvalidPlace } from '#location/rules/address-validation.ts'
import type { Handler, RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { shippingMethods } from '#pricing/rules/shipping-methods.ts'
import { Address } from '#shared/address.ts'
import { ShopError } from '#shared/errors.ts'
import { firstMessages, issueMessages } from '#shared/field-messages.ts'
import { cartToBuy, createBuy, priceToBuy } from '../../server/buying.ts'
import type { Buy, IdentityOf } from '../../server/buying.ts'
import type { CheckoutServices } from '../../server/checkout-services.ts'
import * as endpoints from '../endpoints.ts'
import { addressOfWallet, placeOfWallet } from '../rules/wallet-address.ts'
import type { WalletContact } from '../rules/wallet-address.ts'
import { walletOffer } from './wallet-offer.ts'
import { catalogueTextIn } from '#catalogue/server/plans.ts'

const singleOf = (context: RequestContext, planCode: string | undefined): SinglePurchase | null =>
  planCode === undefined
    ? null
    : { planCode, ownCartId: cartIdOf(context), actor: context.actor, currency: context.currency }

const cartToPrice = async (
  services: CheckoutServices,
  context: RequestContext,
  planCode: string | undefined,
): Promise<Cart> => {
  const { deps } = services
  const single = singleOf(context, planCode)
  if (single !== null) return singleCart(deps, deps.database, single)
  const cartId = await cartToBuy(services, context, undefined)
  const cart = cartId === null ? null : await cartForPreview(deps, cartId, context.actor)
  if (!cart) throw new ShopError('CART_EMPTY')
  return cart
}

/** The chosen method, where the country has it: another address may have taken it away. */
const methodIn = (country: string, methodCode: string | undefined): string | null =>
  shippingMethods(country).some(({ code }) => code === methodCode) ? (methodCode ?? null) : null

/** A page that was opened before wallets were switched off still has its button. */
const refuseWithoutWallets = ({ processor }: CheckoutServices): void => {
  if (processor.walletEntry === null)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'We don’t take wallets right now. Please use the checkout; nothing was charged.',
    })
}

const createPreview =
  (services: CheckoutServices): Handler<typeof endpoints.previewWallet> =>
  async (context, { plan_code: planCode, place: given, method_code: methodCode, use_credit: useCredit }) => {
    refuseWithoutWallets(services)
    const cart = await cartToPrice(services, context, planCode)
    const place = given === null ? { country: context.country, region: '', zip: '' } : placeOfWallet(given)
    if (given !== null) refuseInvalidPlace(placeMessages(place), null)
    const priced = await priceToBuy(services, context, {
      cart,
      place,
      methodCode: methodIn(place.country, methodCode),
      namedCoupons: null,
      useCredit,
    })
    const { locale } = context
    return walletOffer(priced, { locale, translated: await catalogueTextIn(services.deps, locale) })
  }

/** VALIDATION_ERROR with a sentence for each part that a wallet left out. */
const completeAddress = (contact: WalletContact): Address => {
  const parsed = Address.safeParse(addressOfWallet(contact))
  if (parsed.success) return parsed.data
  throw new ShopError('VALIDATION_ERROR', {
    fields: firstMessages(issueMessages(parsed.error, ['address'])),
  })
}

const createPurchase =
  (services: CheckoutServices, buy: Buy): Handler<typeof endpoints.purchaseByWallet> =>
  async (context, { plan_code: planCode, contact, method_code, terms, token, ...rest }) => {
    refuseWithoutWallets(services)
    const single = singleOf(context, planCode)
    const cartId =
      single === null
        ? await cartToBuy(services, context, undefined)
        : singleCartId(services.deps, rest.request_id, single)
    const submitted = {
      ...rest,
      timeframe: 'now' as const,
      address: completeAddress(contact),
      shipping: { method_code },
      card: { token },
    }
    return buy(context, { submitted, cartId, wallet: { terms, single } })
  }

/** The endpoints of wallets. */
export const walletRoutes = (
  services: CheckoutServices,
  identityOf: IdentityOf,
  gate: CardGate,
): readonly Route[] => {
  const handlers: HandlersFor<typeof endpoints> = {
    previewWallet: createPreview(services),
    purchaseByWallet: createPurchase(services, createBuy(services, identityOf, gate)),
  }
  return routes(endpoints, handlers)
}
