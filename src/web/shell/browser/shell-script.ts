import { refreshRestoredPage } from '#account/browser/restored-page.ts'
import { syncSession } from '#account/browser/user-state.ts'
import { watchDevelopers } from '#experiment/browser/developers.ts'
import { watchPageFlags } from '#experiment/browser/page-flags.ts'
import { hasLoyalty } from '#loyalty/rules/points.ts'
import { watchNewsletterForm } from '#newsletter/browser/sign-up.ts'
import { pagePath } from '#ui/browser/page-address.ts'
import { refreshRestoredCart, showCartCount, watchBuyBar } from './cart.ts'
import { preventDoubleSubmit } from './double-submit.ts'
import { polyfillDrawer, watchHeader, watchMenus } from './header.ts'
import { applyPromoLink } from './promo-link.ts'
import { reportShownFallback } from './site-down.ts'
import { startAnalytics } from './start-analytics.ts'

/** Has the browser store the offline page, once this page has everything it needs. */
const cacheOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  if (import.meta.env.DEV) {
    // One of a build at the same address would answer for sources.
    void navigator.serviceWorker.getRegistrations().then((all) => all.map((one) => one.unregister()))
    return
  }
  addEventListener('load', () => {
    // In a private window, without storage, the shop works without it.
    void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
  })
}

/** Hides or shows everything of loyalty as the page's flags say, also when they change. */
const watchLoyalty = (): void =>
  watchPageFlags(({ experiments }) => {
    document.documentElement.dataset['loyalty'] = hasLoyalty(experiments) ? 'shown' : 'hidden'
  })

// The small script of every page: personal parts, and what HTML cannot do alone.
watchMenus()
watchHeader()
polyfillDrawer()
showCartCount()
watchBuyBar()
watchLoyalty()
watchNewsletterForm()
cacheOfflinePage()
reportShownFallback()
preventDoubleSubmit()
refreshRestoredPage()
refreshRestoredCart()
// Code that few pages need is loaded by them.
if (document.querySelector('[data-passkey]'))
  void import('#account/browser/passkeys.ts').then(({ watchPasskeys }) => watchPasskeys())
if (document.querySelector('#flags[data-open]'))
  void import('./visitor-choices.ts').then(({ applyVisitorChoices }) => applyVisitorChoices())
if (document.querySelector('[data-zoom]'))
  void import('#catalogue/browser/picture-zoom.ts').then(({ watchPictureZoom }) => watchPictureZoom())
if ('onpageswap' in globalThis && document.querySelector('#lead-picture, main :is(a, li) img'))
  void import('./clicked-picture.ts').then(({ moveClickedPicture }) => moveClickedPicture())
if (document.querySelector('[data-live-preview]'))
  void import('#subscription/browser/live-preview.ts').then(({ startLivePreview: showAtOnce }) =>
    showAtOnce(),
  )
if (document.querySelector('[data-cart-page]'))
  void import('#cart/screens/browser/cart-page.ts').then(({ watchCartPage }) => watchCartPage())
if (document.querySelector('[data-checkout-page]'))
  import('#checkout/screens/browser/checkout-page.ts')
    .then(({ watchCheckoutPage }) => watchCheckoutPage())
    // Without it the form posts as in a browser without scripts.
    .catch(() => undefined)
if (document.querySelector('[data-card-field], [data-checkout-page]'))
  void import('#payment/browser/card-form.ts').then(({ watchCardField }) => watchCardField())
if (document.querySelector('[data-poll-seconds]'))
  void import('#payment/browser/bank-question.ts').then(({ watchBankQuestion }) => watchBankQuestion())
if (document.querySelector('[data-bought]'))
  void import('#cart/browser/bought-cart.ts').then(({ clearBoughtCart }) => clearBoughtCart())
document.querySelector<HTMLFormElement>('form[data-submit-now]')?.requestSubmit()
if (document.querySelector('[data-copy]'))
  void import('#loyalty/browser/share-link.ts').then(({ watchShareButtons }) => watchShareButtons())
if (document.querySelector('[autocomplete="postal-code"]'))
  void import('#location/browser/complete-address.ts').then(({ completeAddresses }) => completeAddresses())
if (document.querySelector('[data-product-wallet]'))
  void import('#checkout/wallet/browser/product-wallet.ts').then(({ watchProductWallet }) =>
    watchProductWallet(),
  )
// Only members' forms can outlive their session.
if (/^\/(account|login)/.test(pagePath()))
  void import('./restored-draft.ts').then(({ saveFormDrafts }) => saveFormDrafts())
watchDevelopers()
// Without a network or storage the place stays unknown.
import('#location/browser/saved-place.ts')
  .then(({ savePlace }) =>
    savePlace({
      local: localStorage,
      session: sessionStorage,
      request: (path) => fetch(path, { credentials: 'same-origin' }),
    }),
  )
  .catch(() => undefined)
void applyPromoLink()
startAnalytics(
  syncSession({
    cookie: () => document.cookie,
    storage: localStorage,
    request: (path) => fetch(path, { credentials: 'same-origin' }),
  }),
)
