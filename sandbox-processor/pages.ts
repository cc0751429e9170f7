import { readFileSync } from 'node:fs'
import { assetRoutes, sendAsset } from '../sandbox-base/asset-routes.ts'
import { readCard, type CardEntry } from './card-entry.ts'
import { answerChallenge } from './charges.ts'
import {
  readForm,
  readJson,
  redirect,
  send,
  sendJson,
  type Exchange,
  type Route,
} from '../sandbox-base/exchange.ts'
import { cardPage, challengePage, fieldPage, messagePage } from './page-html.ts'
import { pageLanguage } from './page-texts.ts'
import type { PageLanguage } from './page-texts.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import { textField } from '../sandbox-base/request-fields.ts'
import { isReturnUrl, withParameter } from './return-url.ts'
import type { ApiDeps } from './api.ts'

const fieldScript = readFileSync(new URL('./assets/field.js', import.meta.url))

/** The redirect after a form is checked against form-action too, so it has to include the shop. */
const policy = (deps: ApiDeps, framedBy: string): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "script-src 'self'",
    "connect-src 'self'",
    `form-action 'self' ${deps.settings.shopOrigins.join(' ')}`,
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
  ].join('; ')

export const sendPage = (
  deps: ApiDeps,
  exchange: Exchange,
  status: number,
  html: string,
  framedBy = "'none'",
): void =>
  send(
    exchange,
    status,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(deps, framedBy),
      'referrer-policy': 'same-origin',
    },
    html,
  )

/** The shop that frames a page of the processor, by the address it gave it; null for another one. */
export const framingShopOf = ({ settings }: ApiDeps, { url }: Exchange): string | null => {
  const { shopOrigins, publicKey } = settings
  const requested = url.searchParams.get('origin') ?? shopOrigins[0]
  const origin = shopOrigins.find((known) => known === requested)
  return origin !== undefined && url.searchParams.get('key') === publicKey ? origin : null
}

/** The language that the shop asks for in the address. */
export const languageIn = ({ url }: Exchange): PageLanguage => pageLanguage(url.searchParams.get('lang'))

const answerField = (deps: ApiDeps, exchange: Exchange): void => {
  const { shopOrigins, publicKey } = deps.settings
  const origin = framingShopOf(deps, exchange)
  if (origin === null)
    return sendPage(deps, exchange, 403, messagePage('Not allowed', 'This field belongs to another shop.'))
  const html = fieldPage(publicKey, origin, languageIn(exchange))
  sendPage(deps, exchange, 200, html, shopOrigins.join(' '))
}

const addToken = (deps: ApiDeps, entry: Extract<CardEntry, { card: unknown }>): Promise<string> =>
  deps.write(() => {
    const id = deps.machine.newId('tok')
    deps.wallet.addToken(id, entry.card, deps.machine.now())
    return id
  })

/** Tokens are made by the processor's own pages only: the browser names the page's origin truthfully. */
export const refuseOtherPages = ({ request }: Exchange): void => {
  const { origin, host } = request.headers
  if (origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host)
    throw new Refusal(403, 'origin_refused', 'Card tokens are made by the pages of the processor only.')
}

const answerToken = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  refuseOtherPages(exchange)
  const body = await readJson(exchange)
  if (textField(body, 'key') !== deps.settings.publicKey)
    throw new Refusal(401, 'key_invalid', 'The public key is missing or wrong.')
  const entry = readCard(
    {
      number: textField(body, 'number', 40),
      expiry: textField(body, 'expiry', 20),
      code: textField(body, 'code', 8),
    },
    deps.machine.now(),
    pageLanguage(textField(body, 'lang', 8)),
  )
  // No error status: a browser would write it to the console after each typing error.
  if ('messages' in entry) return sendJson(exchange, 200, { messages: entry.messages })
  const { brand, last4 } = entry.card
  sendJson(exchange, 200, { token: await addToken(deps, entry), card: { brand, last4 } })
}

const returnUrlOf = (deps: ApiDeps, address: string | null): string => {
  if (address === null || !isReturnUrl(deps.settings, address))
    throw new Refusal(400, 'return_url_invalid', 'The return address must be one of the shop.')
  return address
}

interface ShownCard {
  readonly returnUrl: string
  readonly language: PageLanguage
  readonly expiry: string
  readonly entry: CardEntry | null
}

const showCardPage = (deps: ApiDeps, exchange: Exchange, { returnUrl, language, expiry, entry }: ShownCard) =>
  sendPage(
    deps,
    exchange,
    entry && 'messages' in entry ? 422 : 200,
    cardPage({
      language,
      returnUrl,
      cancelUrl: withParameter(returnUrl, 'card_canceled', '1'),
      messages: entry && 'messages' in entry ? entry.messages : {},
      expiry,
    }),
  )

const answerCardForm = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const form = await readForm(exchange)
  const returnUrl = returnUrlOf(deps, form.get('return_url'))
  const typed = {
    number: form.get('number') ?? '',
    expiry: form.get('expiry') ?? '',
    code: form.get('code') ?? '',
  }
  const language = pageLanguage(form.get('lang'))
  const entry = readCard(typed, deps.machine.now(), language)
  if ('messages' in entry)
    return showCardPage(deps, exchange, { returnUrl, language, expiry: typed.expiry, entry })
  redirect(exchange, withParameter(returnUrl, 'card_token', await addToken(deps, entry)))
}

const unknownChallenge = () =>
  new Refusal(404, 'challenge_unknown', 'This page has expired or never existed.')

/** In the smallest unit of the currency, which has as many digits as the standard says. */
const amountText = (amount: number, currency: string): string => {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits
  return `${(amount / 10 ** (digits ?? 2)).toFixed(digits ?? 2)} ${currency}`
}

const answerChallengePage = (deps: ApiDeps, exchange: Exchange): void => {
  const charge = deps.records.byChallenge(exchange.parts[0] ?? '')
  if (!charge || charge.challenge === null) throw unknownChallenge()
  if (charge.state !== 'challenge') return redirect(exchange, charge.returnUrl)
  const amount = charge.amount === 0 ? null : amountText(charge.amount, charge.currency)
  const { challenge, description } = charge
  const asked = { language: languageIn(exchange), challenge, amount, description, last4: charge.card.last4 }
  sendPage(deps, exchange, 200, challengePage(asked))
}

const answerChallengeForm = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  const answer = (await readForm(exchange)).get('answer')
  if (answer !== 'approve' && answer !== 'refuse')
    throw new Refusal(400, 'parameter_invalid', 'The answer must be approve or refuse.')
  const charge = await answerChallenge(deps, exchange.parts[0] ?? '', answer === 'approve')
  if (!charge) throw unknownChallenge()
  void deps.deliveries.kick()
  redirect(exchange, charge.returnUrl)
}

/** A refused request of a page, as a page. */
export const sendRefusedPage = (deps: ApiDeps, exchange: Exchange, status: number, sentence: string): void =>
  sendPage(deps, exchange, status, messagePage('This did not work', sentence))

/** The pages that people see, what they are made of, and the call that their script makes. */
export const pageRoutes = (deps: ApiDeps): Route[] => [
  { method: 'GET', path: '/field', answer: (exchange) => answerField(deps, exchange) },
  { method: 'POST', path: '/v1/tokens', answer: (exchange) => answerToken(deps, exchange) },
  {
    method: 'GET',
    path: '/card',
    answer: (exchange) =>
      showCardPage(deps, exchange, {
        returnUrl: returnUrlOf(deps, exchange.url.searchParams.get('return_url')),
        language: languageIn(exchange),
        expiry: '',
        entry: null,
      }),
  },
  { method: 'POST', path: '/card', answer: (exchange) => answerCardForm(deps, exchange) },
  { method: 'GET', path: '/challenge/*', answer: (exchange) => answerChallengePage(deps, exchange) },
  { method: 'POST', path: '/challenge/*', answer: (exchange) => answerChallengeForm(deps, exchange) },
  ...assetRoutes(new URL('./assets/card.css', import.meta.url)),
  {
    method: 'GET',
    path: '/assets/field.js',
    answer: (exchange) => sendAsset(exchange, 'text/javascript', fieldScript),
  },
  { method: 'GET', path: '/livez', answer: (exchange) => sendJson(exchange, 200, { alive: true }) },
]
