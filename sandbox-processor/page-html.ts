import { escapeHtml, htmlPage, messagePageOf } from '../sandbox-base/html.ts'
import type { CardField } from './card-entry.ts'
import { pageTexts } from './page-texts.ts'
import type { PageLanguage, PageTexts } from './page-texts.ts'
import { testCards } from './test-cards.ts'

const page = (title: string, language: PageLanguage, kind: 'field' | 'page', body: string): string =>
  htmlPage({ title, language, kind, script: kind === 'field' ? '/assets/field.js' : null, body })

interface Input {
  readonly name: CardField
  readonly autocomplete: string
  readonly placeholder: string
  readonly maxLength: number
}

const inputsOf = ({ monthAndYear }: PageTexts): readonly Input[] => [
  { name: 'number', autocomplete: 'cc-number', placeholder: '', maxLength: 23 },
  { name: 'expiry', autocomplete: 'cc-exp', placeholder: monthAndYear, maxLength: 9 },
  { name: 'code', autocomplete: 'cc-csc', placeholder: '', maxLength: 4 },
]

type CardMessages = Partial<Record<CardField, string>>

const inputHtml = (input: Input, label: string, message: string | undefined, value: string): string => `
<div class="entry ${input.name}">
<label for="${input.name}">${label}</label>
<input id="${input.name}" name="${input.name}" inputmode="numeric" autocomplete="${input.autocomplete}"
 placeholder="${input.placeholder}" maxlength="${input.maxLength}" value="${escapeHtml(value)}" required
 aria-describedby="${input.name}-message" aria-invalid="${message === undefined ? 'false' : 'true'}">
<p class="message" id="${input.name}-message">${escapeHtml(message ?? '')}</p>
</div>`

const inputsHtml = (texts: PageTexts, messages: CardMessages, expiry: string): string =>
  inputsOf(texts)
    .map((input) =>
      inputHtml(input, texts[input.name], messages[input.name], input.name === 'expiry' ? expiry : ''),
    )
    .join('')

// What each card does is for developers, in English.
const testCardList = (language: PageLanguage): string => `
<details><summary>${pageTexts(language).testCards}</summary>
<p>${pageTexts(language).testCardsHint}</p>
<ul${language === 'en' ? '' : ' lang="en"'}>${testCards
  .map(
    (card) =>
      `<li><code>${card.number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code> ${escapeHtml(card.what)}</li>`,
  )
  .join('')}</ul>
</details>`

/** The card field inside the shop's checkout. */
export const fieldPage = (publicKey: string, shopOrigin: string, language: PageLanguage): string =>
  page(
    pageTexts(language).cardDetails,
    language,
    'field',
    `<div id="card" data-public-key="${escapeHtml(publicKey)}" data-shop-origin="${escapeHtml(shopOrigin)}">
<form novalidate><div class="entries">${inputsHtml(pageTexts(language), {}, '')}</div></form>
${testCardList(language)}
</div>`,
  )

interface CardPage {
  readonly language: PageLanguage
  readonly returnUrl: string
  readonly cancelUrl: string
  readonly messages: CardMessages
  readonly expiry: string
}

const errorSummary = (texts: PageTexts, messages: CardMessages): string => {
  const wrong = inputsOf(texts).filter((input) => messages[input.name] !== undefined)
  if (wrong.length === 0) return ''
  const links = wrong.map(({ name }) => `<li><a href="#${name}">${escapeHtml(messages[name] ?? '')}</a></li>`)
  return `<div class="note" role="alert"><p>${texts.checkDetails}</p><ul>${links.join('')}</ul></div>`
}

const hiddenLanguage = (language: PageLanguage): string =>
  language === 'en' ? '' : `\n<input type="hidden" name="lang" value="${language}">`

/** The page of its own for browsers without JavaScript. */
export const cardPage = ({ language, returnUrl, cancelUrl, messages, expiry }: CardPage): string => {
  const texts = pageTexts(language)
  return page(
    Object.keys(messages).length > 0 ? texts.error : texts.cardDetails,
    language,
    'page',
    `<header><p class="mark">${texts.processor}</p><p>${texts.noMoney}</p></header>
<main>
<h1>${texts.cardDetails}</h1>
${errorSummary(texts, messages)}
<form method="post" action="/card">
<input type="hidden" name="return_url" value="${escapeHtml(returnUrl)}">${hiddenLanguage(language)}
<div class="entries">${inputsHtml(texts, messages, expiry)}</div>
<button type="submit">${texts.use}</button>
</form>
<p class="hint">${texts.youComeBack}</p>
<p><a href="${escapeHtml(cancelUrl)}">${texts.back}</a></p>
${testCardList(language)}
</main>`,
  )
}

interface ChallengePage {
  readonly language: PageLanguage
  readonly challenge: string
  /** Null when the card is only saved. */
  readonly amount: string | null
  readonly description: string
  readonly last4: string
}

/** What the buyer's bank shows for a card that asks first. */
export const challengePage = (asked: ChallengePage): string => {
  const { language, challenge, amount, description } = asked
  const texts = pageTexts(language)
  const last4 = escapeHtml(asked.last4)
  return page(
    texts.bankAsks,
    language,
    'page',
    `<header><p class="mark">${texts.bank}</p><p>${texts.noMoney}</p></header>
<main>
<h1>${amount === null ? texts.confirmCard : texts.confirmPayment}</h1>
<p class="lead">${amount === null ? texts.keep(last4) : texts.paying(escapeHtml(amount), last4)}</p>
${description === '' ? '' : `<p>${texts.forWhat(escapeHtml(description))}</p>`}
<form method="post" action="/challenge/${escapeHtml(challenge)}">
<button type="submit" name="answer" value="approve">${amount === null ? texts.approve : texts.approvePayment}</button>
<button type="submit" name="answer" value="refuse" class="line">${texts.refuse}</button>
</form>
</main>`,
  )
}

export const messagePage = messagePageOf('Sandbox processor')
