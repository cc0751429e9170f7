import { watchNewsletterForm } from '#newsletter/browser/sign-up.ts'
import { watchDevelopers } from '#experiment/browser/developers.ts'
import { followSession } from '#account/browser/user-state.ts'
import { watchBuyBar } from './buy-bar.ts'
import { showCartCount } from './cart-count.ts'
import { followLoyalty } from './loyalty-links.ts'
import { mendDrawer } from './drawer.ts'
import { watchHeader } from './header.ts'
import { watchMenus } from './menus.ts'
import { keepOfflinePage } from './offline-page.ts'
import { followPromoLink } from './promo-link.ts'
import { watchSentForms } from './sent-forms.ts'
import { reportDrawnFallback } from './site-down.ts'
import { startAnalytics } from './start-analytics.ts'

// The small script of every page, with or without React: what is personal, and what HTML cannot do alone.
watchMenus()
watchHeader()
mendDrawer()
showCartCount()
watchBuyBar()
followLoyalty()
watchNewsletterForm()
keepOfflinePage()
reportDrawnFallback()
watchSentForms()
// What few pages need is asked for by them.
if (document.querySelector('[data-passkey]'))
  void import('#account/browser/passkeys.ts').then(({ watchPasskeys }) => watchPasskeys())
if (document.querySelector('[data-shows]'))
  void import('#subscription/browser/shown-at-once.ts').then(({ showAtOnce }) => showAtOnce())
// Only members' forms can outlive their session.
if (/^\/(account|login)/.test(location.pathname))
  void import('./typed-again.ts').then(({ keepTypedText }) => keepTypedText())
watchDevelopers()
// Without a network or storage the place stays unknown.
import('#location/browser/saved-place.ts')
  .then(({ savePlace }) =>
    savePlace({
      local: localStorage,
      session: sessionStorage,
      ask: (path) => fetch(path, { credentials: 'same-origin' }),
    }),
  )
  .catch(() => undefined)
void followPromoLink()
startAnalytics(
  followSession({
    cookie: () => document.cookie,
    storage: localStorage,
    ask: (path) => fetch(path, { credentials: 'same-origin' }),
  }),
)
