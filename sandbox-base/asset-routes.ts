import { existsSync, readFileSync } from 'node:fs'
import { send, type Exchange, type Route } from './exchange.ts'
import { Refusal } from './refusal.ts'

export const sendAsset = (exchange: Exchange, type: string, content: string | Buffer): void =>
  send(exchange, 200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'max-age=300' }, content)

/** The shop's own typeface, so that a sandbox looks like the shop; without the file the fallback is used. */
const sendFont = (exchange: Exchange): void => {
  const file = new URL('../public/fonts/instrument-sans-text.woff2', import.meta.url)
  if (!existsSync(file)) throw new Refusal(404, 'address_unknown', 'There is nothing at this address.')
  send(exchange, 200, { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' }, readFileSync(file))
}

/** The typeface and the stylesheet: what all sandboxes look like, then the rules of one (`own`, the URL of a file). */
export const assetRoutes = (own: URL): Route[] => {
  const base = readFileSync(new URL('./assets/base.css', import.meta.url), 'utf8')
  const stylesheet = `${base}\n${readFileSync(own, 'utf8')}`
  return [
    {
      method: 'GET',
      path: '/assets/sandbox.css',
      answer: (exchange) => sendAsset(exchange, 'text/css', stylesheet),
    },
    { method: 'GET', path: '/assets/font.woff2', answer: sendFont },
  ]
}
