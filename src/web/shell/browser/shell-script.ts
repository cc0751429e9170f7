import { watchNewsletterForm } from '#newsletter/browser/sign-up.ts'
import { watchDevelopers } from '#experiment/browser/developers.ts'
import { syncSession } from '#account/browser/user-state.ts'
import { watchBuyBar } from './buy-bar.ts'
import { showCartCount } from './cart-count.ts'
import { watchLoyalty } from './loyalty-links.ts'
import { polyfillDrawer } from './drawer.ts'
import { watchHeader } from './header.ts'
import { watchMenus } from './menus.ts'
import { cacheOfflinePage } from './offline-page.ts'
import { applyPromoLink } from './promo-link.ts'
import { preventDoubleSubmit } from './double-submit.ts'
import { reportShownFallback } from './site-down.ts'
import { startAnalytics } from './start-analytics.ts'

// The small script of every page, with or without React: personal parts, and what HTML cannot do alone.
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
// Code that few pages need is loaded by them.
if (document.querySelector('[data-passkey]'))
  void import('#account/browser/passkeys.ts').then(({ watchPasskeys }) => watchPasskeys())
if (document.querySelector('[data-live-preview]'))
  void import('#subscription/browser/live-preview.ts').then(({ startLivePreview: showAtOnce }) =>
    showAtOnce(),
  )
// Only members' forms can outlive their session.
if (/^\/(account|login)/.test(location.pathname))
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
