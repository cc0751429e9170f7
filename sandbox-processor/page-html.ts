import type { CardField } from './card-entry.ts'
import { testCards } from './test-cards.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const page = (title: string, kind: 'field' | 'whole', body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="stylesheet" href="/assets/sandbox.css">
${kind === 'field' ? '<script type="module" src="/assets/field.js"></script>' : ''}
</head>
<body class="${kind}">
${body}
</body>
</html>`

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
 placeholder="${input.placeholder}" maxlength="${input.maxLength}" value="${escape(value)}" required
 aria-describedby="${input.name}-message" aria-invalid="${message === undefined ? 'false' : 'true'}">
<p class="message" id="${input.name}-message">${escape(message ?? '')}</p>
</div>`

const inputsHtml = (messages: CardMessages, expiry: string): string =>
  inputs
    .map((input) => inputHtml(input, messages[input.name], input.name === 'expiry' ? expiry : ''))
    .join('')

const testCardList = `
<details><summary>Test cards</summary>
<p>Any expiry date to come and any security code.</p>
<ul>${testCards
  .map((card) => `<li><code>${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${escape(card.what)}</li>`)
  .join('')}</ul>
</details>`

/** The card field inside the shop's checkout. */
export const fieldPage = (publicKey: string, shopOrigin: string): string =>
  page(
    'Card details',
    'field',
    `<div id="card" data-public-key="${escape(publicKey)}" data-shop-origin="${escape(shopOrigin)}">
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
  const links = wrong.map(({ name }) => `<li><a href="#${name}">${escape(messages[name] ?? '')}</a></li>`)
  return `<div class="note" role="alert"><p>Please check the card details.</p><ul>${links.join('')}</ul></div>`
}

/** The page of its own for browsers without JavaScript. */
export const cardPage = ({ returnUrl, cancelUrl, messages, expiry }: CardPage): string =>
  page(
    Object.keys(messages).length > 0 ? 'Error: card details' : 'Card details',
    'whole',
    `<header><p class="mark">Sandbox processor</p><p>No real money moves here.</p></header>
<main>
<h1>Card details</h1>
${errorSummary(messages)}
<form method="post" action="/card">
<input type="hidden" name="return_url" value="${escape(returnUrl)}">
<div class="entries">${inputsHtml(messages, expiry)}</div>
<button type="submit">Use this card</button>
</form>
<p class="hint">You come back to the shop. Nothing is charged before you confirm it there.</p>
<p><a href="${escape(cancelUrl)}">Back to the shop without a card</a></p>
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
    'whole',
    `<header><p class="mark">Sandbox bank</p><p>No real money moves here.</p></header>
<main>
<h1>Is this you?</h1>
<p class="lead">${
      amount === null
        ? `A shop wants to keep the card ending in ${escape(last4)}. Nothing is charged now.`
        : `You are paying <strong>${escape(amount)}</strong> with the card ending in ${escape(last4)}.`
    }</p>
${description === '' ? '' : `<p>For: ${escape(description)}</p>`}
<form method="post" action="/challenge/${escape(challenge)}">
<button type="submit" name="answer" value="approve">${amount === null ? 'Approve' : 'Approve the payment'}</button>
<button type="submit" name="answer" value="refuse" class="line">Refuse</button>
</form>
</main>`,
  )

export const messagePage = (title: string, sentence: string): string =>
  page(
    title,
    'whole',
    `<header><p class="mark">Sandbox processor</p></header>
<main><h1>${escape(title)}</h1><p>${escape(sentence)}</p></main>`,
  )
