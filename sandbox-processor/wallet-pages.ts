import { readFileSync } from 'node:fs'
import { sendAsset } from '../sandbox-base/asset-routes.ts'
import { readJson, sendJson, type Exchange, type Route } from '../sandbox-base/exchange.ts'
import { Refusal } from '../sandbox-base/refusal.ts'
import { amountField, neededText, textField } from '../sandbox-base/request-fields.ts'
import type { ApiTools } from './api.ts'
import { framingShopOf, languageIn, refuseOtherPages, sendPage } from './pages.ts'
import { messagePage } from './page-html.ts'
import { testCards } from './test-cards.ts'
import { walletPage } from './wallet-page.ts'

const walletScript = readFileSync(new URL('./assets/wallet.js', import.meta.url))

const answerSheet = (tools: ApiTools, exchange: Exchange): void => {
  const origin = framingShopOf(tools, exchange)
  if (origin === null)
    return sendPage(tools, exchange, 403, messagePage('Not allowed', 'This wallet belongs to another shop.'))
  const { publicKey, shopOrigins } = tools.settings
  const html = walletPage(publicKey, origin, languageIn(exchange))
  sendPage(tools, exchange, 200, html, shopOrigins.join(' '))
}

/** A card of the wallet as a token for the sum that the sheet showed; any other sum is refused. */
const answerWalletToken = async (tools: ApiTools, exchange: Exchange): Promise<void> => {
  refuseOtherPages(exchange)
  const body = await readJson(exchange)
  if (textField(body, 'key') !== tools.settings.publicKey)
    throw new Refusal(401, 'key_invalid', 'The public key is missing or wrong.')
  const name = neededText(body, 'card', 40)
  const known = testCards.find((card) => card.name === name)
  if (!known) throw new Refusal(400, 'parameter_invalid', 'card must be the name of a test card.')
  const sum = { amount: amountField(body, 'amount'), currency: neededText(body, 'currency', 3) }
  const expYear = new Date(tools.machine.now()).getUTCFullYear() + 4
  const { brand, number } = known
  const card = { testCard: name, brand, last4: number.slice(-4), expMonth: 12, expYear }
  const token = await tools.write(() => {
    const id = tools.machine.newId('tok')
    tools.wallet.addToken(id, card, tools.machine.now(), sum)
    return id
  })
  sendJson(exchange, 200, { token })
}

/** The Sandbox Wallet: its sheet, and the call that the sheet's script makes. */
export const walletRoutes = (tools: ApiTools): Route[] => [
  { method: 'GET', path: '/wallet', answer: (exchange) => answerSheet(tools, exchange) },
  { method: 'POST', path: '/v1/wallet-tokens', answer: (exchange) => answerWalletToken(tools, exchange) },
  {
    method: 'GET',
    path: '/assets/wallet.js',
    answer: (exchange) => sendAsset(exchange, 'text/javascript', walletScript),
  },
]
