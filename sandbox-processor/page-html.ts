import { escapeHtml, htmlPage, messagePageOf } from '../sandbox-base/html.ts'
import type { CardField } from './card-entry.ts'
import { testCards } from './test-cards.ts'

const page = (title: string, kind: 'field' | 'page', body: string): string =>
  htmlPage({ title, kind, script: kind === 'field' ? '/assets/field.js' : null, body })

interface Input {
  readonly name: CardField
  readonly label: string
  readonly autocomplete: string
  readonly placeholder: string
  readonly maxLength: number
}

const inputs: readonly Input[] = [
  { name: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '', maxLength: 23 },
  { name: 'expiry', label: 'Expiry', autocomplete: 'cc-exp', placeholder: 'MM / YY', maxLength: 9 },
  { name: 'code', label: 'Security code', autocomplete: 'cc-csc', placeholder: '', maxLength: 4 },
]

type CardMessages = Partial<Record<CardField, string>>

const inputHtml = (input: Input, message: string | undefined, value: string): string => `
<div class="entry ${input.name}">
<label for="${input.name}">${input.label}</label>
<input id="${input.name}" name="${input.name}" inputmode="numeric" autocomplete="${input.autocomplete}"
 placeholder="${input.placeholder}" maxlength="${input.maxLength}" value="${escapeHtml(value)}" required
 aria-describedby="${input.name}-message" aria-invalid="${message === undefined ? 'false' : 'true'}">
<p class="message" id="${input.name}-message">${escapeHtml(message ?? '')}</p>
</div>`

const inputsHtml = (messages: CardMessages, expiry: string): string =>
  inputs
    .map((input) => inputHtml(input, messages[input.name], input.name === 'expiry' ? expiry : ''))
    .join('')

const testCardList = `
<details><summary>Test cards</summary>
<p>Any expiry date to come and any security code.</p>
<ul>${testCards
  .map(
    (card) =>
      `<li><code>${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${escapeHtml(card.what)}</li>`,
  )
  .join('')}</ul>
</details>`

/** The card field inside the shop's checkout. */
export const fieldPage = (publicKey: string, shopOrigin: string): string =>
  page(
    'Card details',
    'field',
    `<div id="card" data-public-key="${escapeHtml(publicKey)}" data-shop-origin="${escapeHtml(shopOrigin)}">
<form novalidate><div class="entries">${inputsHtml({}, '')}</div></form>
${testCardList}
</div>`,
  )

interface CardPage {
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly messages: CardMessages
  readonly expiry: string
}

const errorSummary = (messages: CardMessages): string => {
  const wrong = inputs.filter((input) => messages[input.name] !== undefined)
  if (wrong.length === 0) return ''
  const links = wrong.map(({ name }) => `<li><a href="#${name}">${escapeHtml(messages[name] ?? '')}</a></li>`)
  return `<div class="note" role="alert"><p>Please check the card details.</p><ul>${links.join('')}</ul></div>`
}

/** The page of its own for browsers without JavaScript. */
export const cardPage = ({ returnUrl, cancelUrl, messages, expiry }: CardPage): string =>
  page(
    Object.keys(messages).length > 0 ? 'Error: card details' : 'Card details',
    'page',
    `<header><p class="mark">Sandbox processor</p><p>No real money moves here.</p></header>
<main>
<h1>Card details</h1>
${errorSummary(messages)}
<form method="post" action="/card">
<input type="hidden" name="return_url" value="${escapeHtml(returnUrl)}">
<div class="entries">${inputsHtml(messages, expiry)}</div>
<button type="submit">Use this card</button>
</form>
<p class="hint">You come back to the shop. Nothing is charged before you confirm it there.</p>
<p><a href="${escapeHtml(cancelUrl)}">Back to the shop without a card</a></p>
${testCardList}
</main>`,
  )

interface ChallengePage {
  readonly challenge: string
  /** Null when the card is only saved. */
  readonly amount: string | null
  readonly description: string
  readonly last4: string
}

/** What the buyer's bank shows for a card that asks first. */
export const challengePage = ({ challenge, amount, description, last4 }: ChallengePage): string =>
  page(
    'Your bank asks',
    'page',
    `<header><p class="mark">Sandbox bank</p><p>No real money moves here.</p></header>
<main>
<h1>${amount === null ? 'Confirm your card' : 'Confirm your payment'}</h1>
<p class="lead">${
      amount === null
        ? `A shop wants to keep the card ending in ${escapeHtml(last4)}. Nothing is charged now.`
        : `You are paying <strong>${escapeHtml(amount)}</strong> with the card ending in ${escapeHtml(last4)}.`
    }</p>
${description === '' ? '' : `<p>For: ${escapeHtml(description)}</p>`}
<form method="post" action="/challenge/${escapeHtml(challenge)}">
<button type="submit" name="answer" value="approve">${amount === null ? 'Approve' : 'Approve the payment'}</button>
<button type="submit" name="answer" value="refuse" class="line">Refuse</button>
</form>
</main>`,
  )

export const messagePage = messagePageOf('Sandbox processor')
