import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { listPlans } from '#catalogue/endpoints.ts'
import { startChild, type BenchChild } from './child.ts'
import { cpuOf } from './cpu.ts'
import { median, Slice, takeTurns } from './figures.ts'
import { freePort, type BenchEnvironment } from './environment.ts'
import type { Lengths } from './lengths.ts'
import { costFigure, limitFigure, rateFigure, type Figure } from './report.ts'

const productPage = '/daily-synbiotic'
const connections = 16

const requestText = (path: string, accept: string): string =>
  ['GET ' + path + ' HTTP/1.1', 'Host: 127.0.0.1', `Accept: ${accept}`, '', ''].join('\r\n')

/** Headers that Node adds by itself. */
const ownHeaders = ['date', 'connection', 'keep-alive']

/** A bare server with the bytes of this address. */
const startBareServer = async (bench: BenchEnvironment, url: string, accept: string) => {
  // Uncompressed, as the load generator requests: fetch would decompress the body and keep the original headers.
  const response = await fetch(url, { headers: { accept, 'accept-encoding': 'identity' } })
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const headers = [...response.headers].filter(([name]) => !ownHeaders.includes(name)).flat()
  const bareServer = startChild('bare-server-process.ts')
  bench.stack.defer(bareServer.end)
  return { bareServer, port: z.int().parse(await bareServer.send({ kind: 'answer', headers, body })) }
}

/** Slices of visits to a server, and what each visit cost it in CPU. */
const visitsTo = (
  bench: BenchEnvironment,
  lengths: Lengths,
  server: BenchChild,
  port: number,
  request: string,
) => {
  const { sliceMilliseconds: milliseconds } = lengths
  const microseconds: number[] = []
  const visit = async (): Promise<Slice> => {
    const before = await cpuOf(server)
    const slice = Slice.parse(
      await bench.load.send({ kind: 'load', port, request, connections, milliseconds }),
    )
    microseconds.push((((await cpuOf(server)) - before) / slice.done) * 1000)
    return slice
  }
  return { visit, microseconds }
}

/** The shop and a bare Node server that answers with the same bytes. */
const compareVisits = async (
  bench: BenchEnvironment,
  shop: BenchChild,
  lengths: Lengths,
  path: string,
  accept: string,
) => {
  const { bareServer, port } = await startBareServer(bench, `${bench.shopUrl}${path}`, accept)
  const request = requestText(path, accept)
  const bareVisits = visitsTo(bench, lengths, bareServer, port, request)
  const shopVisits = visitsTo(bench, lengths, shop, bench.port, request)
  await bareVisits.visit()
  await shopVisits.visit()
  const compared = await takeTurns(lengths, bareVisits.visit, shopVisits.visit)
  await bareServer.end()
  return { compared, cpu: median(shopVisits.microseconds), baselineCpu: median(bareVisits.microseconds) }
}

const showsPrice = async (bench: BenchEnvironment, price: string): Promise<boolean> =>
  (await (await fetch(`${bench.shopUrl}${productPage}`)).text()).includes(price)

const requirePrice = async (bench: BenchEnvironment, price: string): Promise<void> => {
  if (!(await showsPrice(bench, price))) throw new Error(`the cached product page does not show ${price}`)
}

/**
 * A cached page must never be stale: a price changed by this process shows with the very next request, one changed by
 * another process within moments. Resolves with the milliseconds of the latter; throws when a page is stale.
 */
const checkFreshness = async (bench: BenchEnvironment, shop: BenchChild): Promise<number> => {
  await requirePrice(bench, '$49.99')
  await shop.send({ kind: 'price', code: 'syn-wk', cents: 5_123 })
  await requirePrice(bench, '$51.23')
  await shop.send({ kind: 'price', code: 'syn-wk', cents: 4_999 })
  await requirePrice(bench, '$49.99')
  const other = bench.openShop(await freePort())
  await other.send({ kind: 'price', code: 'syn-wk', cents: 5_234 })
  const changedAt = performance.now()
  while (!(await showsPrice(bench, '$52.34'))) {
    if (performance.now() - changedAt > 30_000) throw new Error('another process keeps a stale product page')
    await sleep(5)
  }
  const milliseconds = performance.now() - changedAt
  await shop.send({ kind: 'price', code: 'syn-wk', cents: 4_999 })
  await requirePrice(bench, '$49.99')
  await other.end()
  return milliseconds
}

/** The product page and the plans call. */
export const visitFigures = async (bench: BenchEnvironment, shop: BenchChild, lengths: Lengths) => {
  const freshAfterMs = await checkFreshness(bench, shop)
  const page = await compareVisits(bench, shop, lengths, productPage, 'text/html')
  const plans = await compareVisits(bench, shop, lengths, listPlans.path, 'application/json')
  const figures: Figure[] = [
    rateFigure('product page, 16 at a time', page.compared, 0.8),
    costFigure('server CPU per product page', page.cpu, page.baselineCpu),
    rateFigure('plans call, 16 at a time', plans.compared, 0.8),
    costFigure('server CPU per plans call', plans.cpu, plans.baselineCpu),
    limitFigure('a price change of another process shows after', freshAfterMs, 'ms', 1_000),
  ]
  return { figures, details: { page: page.compared, plans: plans.compared } }
}
