import type { Page } from '@playwright/test'
import type { StandIn } from '../stripe/start-stripe.ts'

/** Stands in for Stripe.js: a card field without inputs, and the two calls that the shop makes; other arguments throw. */
const script = `window.Stripe = (key) => {
  const only = (given, names) => {
    const others = Object.keys(given).filter((name) => !names.includes(name))
    if (others.length > 0) throw new Error('Stripe.js does not know ' + others)
  }
  if (!/^pk_/.test(key)) throw new Error('not a publishable key')
  const element = { mount: (place) => (place.textContent = 'Stripe card field'), destroy: () => undefined }
  const tell = (what) => window.tellWallet?.(what)
  const people = { name: 'Luis Vega', email: window.walletEmail, phone: '+1 503 555 0100' }
  const place = { city: 'San Francisco', state: 'CA', postal_code: '94103', country: 'US' }
  const newWallet = () => {
    const handlers = {}
    const confirm = () =>
      handlers.confirm({
        expressPaymentType: 'apple_pay',
        billingDetails: people,
        shippingAddress: { name: people.name, address: { ...place, line1: '850 Bryant Street', line2: null } },
        paymentFailed: (why) => tell({ failed: why }),
      })
    const reject = () => tell({ rejected: true })
    const changeAddress = () =>
      handlers.shippingaddresschange({
        name: people.name,
        address: place,
        reject,
        resolve: (details) => tell({ shown: details }).then(confirm),
      })
    const wallet = {
      on: (event, handler) => ((handlers[event] = handler), wallet),
      destroy: () => undefined,
      mount: (where) => {
        const button = Object.assign(document.createElement('button'), { type: 'button' })
        button.textContent = 'Stripe wallet'
        button.onclick = () => handlers.click({ expressPaymentType: 'apple_pay', reject, resolve: changeAddress })
        where.append(button)
        handlers.ready({ availablePaymentMethods: { applePay: true } })
      },
    }
    return wallet
  }
  const elements = {
    create: (type) => (type === 'expressCheckout' ? newWallet() : element),
    submit: async () => ({}),
    update: async ({ amount }) => void tell({ amount }),
  }
  return {
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
    elements: () => elements,
    createConfirmationToken: async (options) => {
      only(options, ['elements'])
      if (options.elements !== elements) throw new Error('elements of somebody else')
      return { confirmationToken: { id: await window.newConfirmationToken() } }
    },
    handleNextAction: async (options) => {
      only(options, ['clientSecret'])
      return window.answerBank(options.clientSecret)
    },
  }
}
window.Stripe.version = 'stand-in'`

/** What becomes of the bank's question on a page; `wait` never answers it, `fail` cannot open it. */
export type Answer = 'approve' | 'refuse' | 'wait' | 'fail'

/** Gives the page a Stripe.js that uses the stand-in; `answer` is asked at each question of a bank. */
export const useStandInScript = async (
  page: Page,
  standIn: StandIn,
  card: string,
  answer: () => Answer,
): Promise<void> => {
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.exposeFunction('newConfirmationToken', () => standIn.confirmationToken({ card }))
  await page.exposeFunction('answerBank', async (secret: string) => {
    const [intent, rest] = secret.split('_secret_')
    if (!intent || !rest) throw new Error('not a client secret')
    const given = answer()
    if (given === 'wait') return new Promise(() => undefined)
    if (given === 'fail') throw new Error('the question cannot be opened')
    if (given === 'approve') standIn.buyer.authenticate(intent)
    else standIn.buyer.failAuthentication(intent)
    await standIn.webhooks.deliver()
    return given === 'approve'
      ? { paymentIntent: { id: intent } }
      : { error: { type: 'invalid_request_error' } }
  })
}
