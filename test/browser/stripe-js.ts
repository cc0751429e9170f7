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
  const elements = { create: () => element, submit: async () => ({}), update: async () => undefined }
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
