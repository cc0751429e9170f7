import { readFileSync } from 'node:fs'
import { sendAsset } from '../sandbox-base/asset-routes.ts'
import { readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import { amountField, neededText, textField } from '../sandbox-base/request-fields.ts'
import type { ApiDeps } from './api.ts'
import { framingShopOf, languageIn, refuseOtherPages, sendPage } from './pages.ts'
import { messagePage } from './page-html.ts'
import { testCards } from './test-cards.ts'
import { walletPage } from './wallet-page.ts'

const walletScript = readFileSync(new URL('./assets/wallet.js', import.meta.url))

const answerSheet = (deps: ApiDeps, exchange: Exchange): void => {
  const origin = framingShopOf(deps, exchange)
  if (origin === null)
    return sendPage(deps, exchange, 403, messagePage('Not allowed', 'This wallet belongs to another shop.'))
  const { publicKey, shopOrigins } = deps.settings
  const html = walletPage(publicKey, origin, languageIn(exchange))
  sendPage(deps, exchange, 200, html, shopOrigins.join(' '))
}

/** A card of the wallet as a token for the sum that the sheet showed; any other sum is refused. */
const answerWalletToken = async (deps: ApiDeps, exchange: Exchange): Promise<void> => {
  refuseOtherPages(exchange)
  const body = await readJson(exchange)
  if (textField(body, 'key') !== deps.settings.publicKey)
    throw new Refusal(401, 'key_invalid', 'The public key is missing or wrong.')
  const name = neededText(body, 'card', 40)
  const known = testCards.find((card) => card.name === name)
  if (!known) throw new Refusal(400, 'parameter_invalid', 'card must be the name of a test card.')
  const sum = { amount: amountField(body, 'amount'), currency: neededText(body, 'currency', 3) }
  const expYear = new Date(deps.machine.now()).getUTCFullYear() + 4
  const { brand, number } = known
  const card = { testCard: name, brand, last4: number.slice(-4), expMonth: 12, expYear }
  const token = await deps.write(() => {
    const id = deps.machine.newId('tok')
    deps.wallet.addToken(id, card, deps.machine.now(), sum)
    return id
  })
  sendJson(exchange, 200, { token })
}

/** The Sandbox Wallet: its sheet, and the call that the sheet's script makes. */
export const walletRoutes = (deps: ApiDeps): Route[] => [
  { method: 'GET', path: '/wallet', answer: (exchange) => answerSheet(deps, exchange) },
  { method: 'POST', path: '/v1/wallet-tokens', answer: (exchange) => answerWalletToken(deps, exchange) },
  {
    method: 'GET',
    path: '/assets/wallet.js',
    answer: (exchange) => sendAsset(exchange, 'text/javascript', walletScript),
  },
]
