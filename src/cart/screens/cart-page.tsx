import { use } from 'react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import { mayChangeSession } from '#account/rules/fetch-site.ts'
import { postedForm } from '#web/request/posted-form.ts'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions, ShopContext } from '#web/request/shop-context.ts'
import { listCatalogueEntries, listPlans } from '#catalogue/endpoints.ts'
import { viewWalletEntry } from '#payment/endpoints.ts'
import { brand } from '#shared/brand.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { priceText } from '#shared/money.ts'
import { PageEvent } from '#ui/page-event.tsx'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { viewCart } from '../endpoints.ts'
import { refusedCode, trackedCart, trackedTotals } from '../rules/tracked-cart.ts'
import { changeCart, followLink } from './cart-actions.ts'
import type { CartFailure } from './cart-actions.ts'
import { CartContents, EmptyCart } from './cart-contents.tsx'
import { isWalletOffered } from './cart-summary.tsx'
import { CartForm } from './cart-form.tsx'
import { continueIntent, intentsOf, unappliedCode } from './cart-intent.ts'
import { LinkedOffer } from './linked-offer.tsx'
import type { Offer } from './linked-offer.tsx'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'

export const handle = { takesWallets: true } satisfies PageOptions

/** Passes on the value of the promo code field when it is not applied. */
const enteredCodeParam = 'entered_code'

const linkOf = (request: Request) => {
  const query = new URL(request.url).searchParams
  return {
    plan: (query.get('cart') ?? '').trim(),
    promoCode: (query.get('promo_code') ?? '').trim().slice(0, 60),
    enteredCode: (query.get(enteredCodeParam) ?? '').trim().slice(0, 60),
  }
}

/** Whether the visitor came by a link of the shop or typed the URL; never the page itself when it reloads its data. */
const canFollowLink = ({ headers }: Request): boolean => {
  const dest = headers.get('sec-fetch-dest') ?? undefined
  return dest !== 'empty' && mayChangeSession({ site: headers.get('sec-fetch-site') ?? undefined, dest })
}

/** What a link from another site offers to add, for the buyer to accept. PRODUCT_NOT_FOUND for an unknown code. */
const offerOf = async (
  call: ShopContext['call'],
  link: Pick<Offer, 'plan' | 'promoCode'>,
): Promise<Offer> => {
  if (link.plan === '') return { ...link, name: null, price: null, currency: defaultCurrency }
  const plan = (await call(listPlans, {})).find(({ code }) => code === link.plan)
  if (plan) return { ...link, name: plan.name, price: plan.price, currency: plan.currency }
  const entry = (await call(listCatalogueEntries, {})).find(({ sku }) => sku === link.plan)
  if (!entry) throw new ShopError('PRODUCT_NOT_FOUND')
  return { ...link, name: entry.name, price: null, currency: defaultCurrency }
}

const shownCart = async (call: ShopContext['call']) => {
  const [cart, { entry }] = await Promise.all([call(viewCart, {}), call(viewWalletEntry, {})])
  return { cart, wallet: isWalletOffered(cart) ? entry : null }
}

/**
 * The cart. A link `/cart?cart={sku}` or `?promo_code=` takes effect at once when it was typed, bookmarked or is on the
 * shop's own pages; one from another site changes nothing before a button is pressed (ruling 18).
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const { enteredCode, ...link } = linkOf(request)
  if (link.plan === '' && link.promoCode === '') {
    return data({ ...(await shownCart(call)), offer: null, refused: null, enteredCode })
  }
  try {
    if (canFollowLink(request)) {
      await followLink(call, link)
      throw redirect('/cart', 303)
    }
    const offer = await offerOf(call, link)
    return data({ ...(await shownCart(call)), offer, refused: null, enteredCode })
  } catch (thrown) {
    if (!isShopError(thrown)) throw thrown
    return data(
      { ...(await shownCart(call)), offer: null, refused: thrown.detail, enteredCode },
      { status: thrown.status },
    )
  }
}

/** The cart, with the promo code that was typed and not applied back in its field. */
const cartPath = (enteredCode: string): string =>
  enteredCode === ''
    ? '/cart'
    : `/cart?${new URLSearchParams({ [enteredCodeParam]: enteredCode }).toString()}`

/** Plain forms are led back to the cart, so that a reload repeats nothing; a script gets the page as it is now. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const form = await postedForm(request)
  const intents = intentsOf(form)
  const enteredCode = unappliedCode(form, intents)
  const { call, locale } = context.get(shopContext)
  const failure = await changeCart({ call, form, locale }, intents)
  if (failure) return data({ failure, enteredCode }, { status: failure.status })
  if (intents.some(({ verb }) => verb === continueIntent)) return redirect('/checkout', 303)
  if (form.has('scripted')) return data({ failure: null, enteredCode })
  return redirect(cartPath(enteredCode), 303)
}

type ShownCart = Pick<
  ReturnType<typeof useLoaderData<typeof loader>>,
  'cart' | 'wallet' | 'offer' | 'refused' | 'enteredCode'
> & { readonly failure: CartFailure | null }

const CartContent = ({ offer, ...shown }: ShownCart) => {
  const { cart, failure, refused } = shown
  const isEmpty = cart.lines.length === 0
  if (isEmpty && !offer) return <EmptyCart message={failure?.message ?? refused} />
  return (
    <CartForm>
      <div>{offer ? <LinkedOffer offer={offer} alone={isEmpty} /> : null}</div>
      {isEmpty ? null : <CartContents {...shown} />}
    </CartForm>
  )
}

/** What is said without being seen: the new total, and why a code does nothing. */
const Status = ({ cart: { total, currency }, failure }: Pick<ShownCart, 'cart' | 'failure'>) => {
  const amount = priceText(total, currency, useLocale())
  const said = useMessages(cartMessages)('totalIs', { amount })
  return [...(failure?.code ? [failure.code.message] : []), said].join(' ')
}

/** A script replaces the parts that a change made different, and the browser's record of the cart follows (spec §9). */
const CartPage = () => {
  const t = useMessages(cartMessages)
  const { cart, enteredCode, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const failure = answer?.failure ?? null
  const products = use(ProductsContext)
  const shown = { ...loaded, cart, failure, enteredCode: answer?.enteredCode ?? enteredCode }
  return (
    <div
      data-cart-page=""
      data-items={JSON.stringify(cart.items)}
      data-promo-code={cart.promo_code ?? undefined}
    >
      <PageHead title={`${t('cart')} | ${brand.name}`} unlisted />
      <PageEvent
        name="Cart Viewed"
        properties={trackedTotals(cart, products)}
        cart={trackedCart(cart, refusedCode(failure?.code ?? null), products)}
      />
      <CartContent {...shown} />
      <output className={text.hidden}>
        {cart.lines.length === 0 ? null : <Status cart={cart} failure={failure} />}
      </output>
    </div>
  )
}

export default CartPage
