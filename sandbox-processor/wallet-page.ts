import { escapeHtml, htmlPage } from '../sandbox-base/html.ts'
import { pageTexts } from './page-texts.ts'
import type { PageLanguage } from './page-texts.ts'
import { testCards } from './test-cards.ts'
import { walletContacts } from './wallet-contacts.ts'

const contactOptions = walletContacts
  .map(
    ({ name, address }, at) =>
      `<option value="${at}">${escapeHtml(`${name}, ${address.city}, ${address.country}`)}</option>`,
  )
  .join('')

const cardOptions = testCards
  .map(
    ({ name, number, what }) =>
      `<option value="${escapeHtml(name)}">${escapeHtml(`${number.slice(-4)}: ${what}`)}</option>`,
  )
  .join('')

/** The sheet of the Sandbox Wallet, in a frame of the shop's page; its script fills it in. */
export const walletPage = (publicKey: string, shopOrigin: string, language: PageLanguage): string => {
  const texts = pageTexts(language)
  return htmlPage({
    title: 'Sandbox Wallet',
    language,
    kind: 'field',
    script: '/assets/wallet.js',
    body: `<div id="sheet" class="sheet" data-public-key="${escapeHtml(publicKey)}"
 data-shop-origin="${escapeHtml(shopOrigin)}" data-contacts="${escapeHtml(JSON.stringify(walletContacts))}"
 data-no-answer="${texts.noAnswer}">
<div class="head"><h1>Sandbox Wallet</h1><p>${texts.noMoney}</p></div>
<form novalidate>
<p class="note" role="alert" id="message"></p>
<div class="entry"><label for="contact">${texts.shipTo}</label><select id="contact">${contactOptions}</select></div>
<div class="entry"><label for="email">${texts.email}</label><input id="email" type="email" autocomplete="off"></div>
<fieldset id="shipping"><legend>${texts.shipping}</legend></fieldset>
<div class="entry"><label for="card">${texts.card}</label><select id="card">${cardOptions}</select></div>
<dl id="lines"></dl>
<p id="terms"></p>
<div class="actions">
<button type="submit" id="pay">${texts.pay} <span id="total"></span></button>
<button type="button" class="line" id="close">${texts.close}</button>
</div>
</form>
</div>`,
  })
}
