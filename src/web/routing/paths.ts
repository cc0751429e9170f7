/** Every screen of the shop: its address and the file that draws it, relative to `src/web`. */
export const screens = [
  { id: 'daily-synbiotic', path: '/daily-synbiotic', file: '../catalogue/screens/product-page.tsx' },
  {
    id: 'daily-synbiotic-refill',
    path: '/daily-synbiotic-refill',
    file: '../catalogue/screens/product-page.tsx',
  },
  { id: 'pediatric', path: '/pediatric-daily-synbiotic', file: '../catalogue/screens/product-page.tsx' },
  {
    id: 'pediatric-refill',
    path: '/pediatric-daily-synbiotic-refill',
    file: '../catalogue/screens/product-page.tsx',
  },
  { id: 'vaginal', path: '/vaginal-synbiotic', file: '../catalogue/screens/product-page.tsx' },
  {
    id: 'vaginal-refill',
    path: '/vaginal-synbiotic-refill',
    file: '../catalogue/screens/product-page.tsx',
  },
  { id: 'get-started', path: '/get-started', file: '../catalogue/screens/start-page.tsx' },
  { id: 'currency', path: '/currency', file: '../catalogue/screens/currency-page.tsx' },
  { id: 'product', path: '/products/:product', file: '../catalogue/screens/product-page.tsx' },
  { id: 'gift', path: '/gift', file: '../catalogue/screens/product-page.tsx' },
  { id: 'claim-gift', path: '/gift/claim/:token', file: '../gift/screens/claim-page.tsx' },
  { id: 'your-gift', path: '/your-gift', file: '../gift/screens/your-gift-page.tsx' },
  { id: 'login', path: '/login', file: '../account/screens/login-page.tsx' },
  { id: 'signup', path: '/signup', file: '../account/screens/signup-page.tsx' },
  {
    id: 'verify-account',
    path: '/verify-account/:id',
    file: '../account/screens/verify-account-page.tsx',
  },
  { id: 'confirm-email', path: '/confirm-email/:id', file: '../account/screens/confirm-email-page.tsx' },
  {
    id: 'stop-email-change',
    path: '/stop-email-change/:id',
    file: '../account/screens/stop-email-page.tsx',
  },
  { id: 'magic-link', path: '/magic-link/:id', file: '../account/screens/magic-link-page.tsx' },
  { id: 'sign-on', path: '/sign-on/:provider', file: '../account/screens/sign-on-page.tsx' },
  { id: 'recover', path: '/recover', file: '../account/screens/recover-page.tsx' },
  { id: 'set-password', path: '/set-password', file: '../account/screens/set-password-page.tsx' },
  { id: 'sign-out', path: '/sign-out', file: '../account/screens/sign-out-page.tsx' },
  { id: 'settings', path: '/account', file: '../account/screens/settings-page.tsx' },
  {
    id: 'sign-in-settings',
    path: '/account/settings/sign-in',
    file: '../account/screens/sign-in-settings-page.tsx',
  },
  { id: 'devices', path: '/account/settings/devices', file: '../account/screens/devices-page.tsx' },
  { id: 'addresses', path: '/account/settings/addresses', file: '../account/screens/addresses-page.tsx' },
  {
    id: 'payment-methods',
    path: '/account/settings/payment-methods',
    file: '../payment/screens/cards-page.tsx',
  },
  {
    id: 'new-card',
    path: '/account/settings/payment-methods/new',
    file: '../payment/screens/new-card-page.tsx',
  },
  { id: 'confirm', path: '/account/confirm', file: '../account/screens/confirm-page.tsx' },
  { id: 'privacy', path: '/account/settings/privacy', file: '../account/screens/privacy-page.tsx' },
  {
    id: 'support-visits',
    path: '/account/settings/support-visits',
    file: '../agent/screens/impersonations-page.tsx',
  },
  { id: 'agent', path: '/agent', file: '../agent/screens/agent-page.tsx' },
  { id: 'agent-link', path: '/agent/:id', file: '../agent/screens/agent-link-page.tsx' },
  { id: 'your-data', path: '/account/your-data.json', file: '../account/screens/your-data.ts' },
  { id: 'account-home', path: '/account/home', file: '../subscription/screens/account-home-page.tsx' },
  {
    id: 'subscriptions',
    path: '/account/subscriptions',
    file: '../subscription/screens/subscriptions-page.tsx',
  },
  {
    id: 'subscription',
    path: '/account/subscriptions/:id',
    file: '../subscription/screens/subscription-page.tsx',
  },
  {
    id: 'cancel-subscription',
    path: '/account/subscriptions/:id/cancel',
    file: '../subscription/change/screens/cancel-page.tsx',
  },
  {
    id: 'change-subscription',
    path: '/account/subscriptions/:id/:action',
    file: '../subscription/change/screens/change-page.tsx',
  },
  {
    id: 'update-card',
    path: '/update-card/:token',
    file: '../subscription/owed-order/screens/update-card-page.tsx',
  },
  { id: 'orders', path: '/account/orders', file: '../order/screens/orders-page.tsx' },
  { id: 'order', path: '/account/orders/:number', file: '../order/screens/order-page.tsx' },
  {
    id: 'order-invoice',
    path: '/account/orders/:number/invoice',
    file: '../invoice/screens/order-invoice-page.tsx',
  },
  {
    id: 'order-invoice-file',
    path: '/account/orders/:number/invoice.pdf',
    file: '../invoice/screens/order-invoice-file.ts',
  },
  { id: 'invoice', path: '/invoice', file: '../invoice/screens/keyed-invoice-page.tsx' },
  { id: 'invoice-file', path: '/invoice.pdf', file: '../invoice/screens/keyed-invoice-file.ts' },
  { id: 'orders-redirect', path: '/orders', file: '../order/screens/orders-redirect.ts' },
  { id: 'find-order', path: '/order', file: '../order/screens/find-order-page.tsx' },
  { id: 'order-again', path: '/order-again', file: '../order/screens/order-again-page.tsx' },
  { id: 'withdraw', path: '/withdraw', file: '../withdrawal/screens/withdraw-page.tsx' },
  { id: 'return', path: '/return', file: '../return/screens/return-page.tsx' },
  { id: 'review', path: '/review', file: '../review/screens/review-page.tsx' },
  { id: 'reviews', path: '/reviews/:product', file: '../catalogue/screens/reviews-page.tsx' },
  {
    id: 'certificates',
    path: '/certificates',
    file: '../certificate/screens/certificates-page.tsx',
    listed: true,
  },
  { id: 'certificate-file', path: '/certificate.pdf', file: '../certificate/screens/certificate-file.ts' },
  { id: 'problem', path: '/problem', file: '../return/screens/problem-page.tsx' },
  { id: 'problem-photo', path: '/problem-photo.jpg', file: '../return/screens/problem-photo-file.ts' },
  { id: 'return-label', path: '/return-label.pdf', file: '../return/screens/return-label-file.ts' },
  { id: 'cart', path: '/cart', file: '../cart/screens/cart-page.tsx' },
  { id: 'checkout', path: '/checkout', file: '../checkout/screens/checkout-page.tsx' },
  { id: 'checkout-card', path: '/checkout/card', file: '../checkout/screens/card-page.tsx' },
  { id: 'thank-you', path: '/thank-you', file: '../checkout/screens/thank-you-page.tsx' },
  { id: 'order-calendar', path: '/thank-you.ics', file: '../checkout/screens/order-calendar.ts' },
  { id: 'contact', path: '/contact', file: '../contact/screens/inquiry-page.tsx' },
  { id: 'practitioners', path: '/practitioners', file: '../contact/screens/inquiry-page.tsx' },
  { id: 'university', path: '/seeduniversity', file: '../contact/screens/inquiry-page.tsx' },
  { id: 'join-us', path: '/join-us', file: '../contact/screens/inquiry-page.tsx' },
  { id: 'inner-circle', path: '/account/inner-circle', file: '../loyalty/screens/inner-circle-page.tsx' },
  { id: 'credit', path: '/account/settings/credit', file: '../loyalty/screens/credit-page.tsx' },
  { id: 'refer', path: '/account/refer', file: '../loyalty/screens/refer-page.tsx' },
  { id: 'friend', path: '/refer/:code', file: '../loyalty/screens/friend-page.tsx' },
  { id: 'consent', path: '/consent', file: '../consent/screens/consent-page.tsx' },
  {
    id: 'quiz',
    path: '/is-ds01-right-for-you',
    file: '../survey/screens/survey-page.tsx',
    listed: true,
  },
  { id: 'onboarding-redirect', path: '/onboarding', file: '../survey/screens/onboarding-redirect.ts' },
  { id: 'onboarding', path: '/onboarding/:name', file: '../survey/screens/survey-page.tsx' },
  {
    id: 'newsletter',
    path: '/newsletter',
    file: '../newsletter/screens/sign-up-page.tsx',
    listed: true,
  },
  { id: 'newsletter-link', path: '/n/:token', file: '../newsletter/screens/follow-link.ts' },
  { id: 'continue', path: '/continue', file: '../newsletter/screens/continue-page.tsx' },
  {
    id: 'newsletter-confirm',
    path: '/newsletter/confirm',
    file: '../newsletter/screens/confirm-page.tsx',
  },
  {
    id: 'newsletter-unsubscribe',
    path: '/newsletter/unsubscribe',
    file: '../newsletter/screens/unsubscribe-page.tsx',
  },
  {
    id: 'order-reminders-stop',
    path: '/order-reminders/stop',
    file: '../newsletter/screens/stop-reminders-page.tsx',
  },
  {
    id: 'review-requests-stop',
    path: '/review-requests/stop',
    file: '../newsletter/screens/stop-review-requests-page.tsx',
  },
  { id: 'report', path: '/report', file: '../report/screens/report-page.tsx' },
  { id: 'preview', path: '/preview', file: '../content/screens/preview-page.tsx' },
  { id: 'outbox', path: '/outbox', file: '../dev-tools/screens/outbox-page.tsx' },
  { id: 'mail', path: '/outbox/:id', file: '../dev-tools/screens/mail-page.tsx' },
  { id: 'mail-html', path: '/outbox/:id/html', file: '../dev-tools/screens/mail-html.ts' },
  { id: 'time-machine', path: '/time-machine', file: '../dev-tools/screens/time-machine-page.tsx' },
] as const satisfies readonly {
  readonly id: string
  readonly path: `/${string}`
  readonly file: string
  /** Listed for search engines, although it is not a content page. */
  readonly listed?: true
}[]

const firstPart = (path: string): string => path.split('/')[1] ?? ''

const productPage = '../catalogue/screens/product-page.tsx'

/** Pages that are read, of products and of the content: they fade in (spec §9, decision 230). */
export const isForReading = (path: string): boolean =>
  !screens.some(
    (screen) =>
      screen.file !== productPage &&
      !screen.path.startsWith('/gift') &&
      firstPart(screen.path) === firstPart(path),
  )

const shortTasks: ReadonlySet<string> = new Set([
  'login',
  'signup',
  'recover',
  'set-password',
  'verify-account',
  'confirm-email',
  'magic-link',
  'thank-you',
  'consent',
  'order',
  'order-again',
  'withdraw',
  'return',
  'problem',
  'review',
  'invoice',
  'your-gift',
  'update-card',
])

/** Screens where somebody signs in, has just ordered, or settles something about an order, often on the way from a mail. */
export const isShortTask = (path: string): boolean => shortTasks.has(firstPart(path))

/** Screens with the account's own navigation. */
export const isOfAccount = (path: string): boolean => path === '/account' || path.startsWith('/account/')
