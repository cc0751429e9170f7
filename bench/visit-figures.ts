import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { listPlans } from '#catalogue/calls.ts'
import { startChild, type BenchChild } from './child.ts'
import { cpuOf } from './cpu.ts'
import { median, Slice, takeTurns } from './figures.ts'
import { freePort, type BenchHouse } from './house.ts'
import type { Lengths } from './lengths.ts'
import { costFigure, limitFigure, rateFigure, type Figure } from './report.ts'

const productPage = '/daily-synbiotic'
const connections = 16

const requestText = (path: string, accept: string): string =>
  ['GET ' + path + ' HTTP/1.1', 'Host: 127.0.0.1', `Accept: ${accept}`, '', ''].join('\r\n')

/** Headers that Node adds by itself. */
const ownHeaders = ['date', 'connection', 'keep-alive']

/** A bare server with the bytes of this address. */
const startTwin = async (house: BenchHouse, url: string, accept: string) => {
  // Unpacked, as the hammer asks: fetch would unpack the body and keep the headers of the packed one.
  const response = await fetch(url, { headers: { accept, 'accept-encoding': 'identity' } })
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  const headers = [...response.headers].filter(([name]) => !ownHeaders.includes(name)).flat()
  const twin = startChild('bare-server-process.ts')
  house.stack.defer(twin.end)
  return { twin, port: z.int().parse(await twin.ask({ kind: 'answer', headers, body })) }
}

/** Slices of visits to a server, and what each visit cost it in CPU. */
const visitsTo = (house: BenchHouse, lengths: Lengths, server: BenchChild, port: number, request: string) => {
  const { sliceMilliseconds: milliseconds } = lengths
  const microseconds: number[] = []
  const visit = async (): Promise<Slice> => {
    const before = await cpuOf(server)
    const slice = Slice.parse(
      await house.load.ask({ kind: 'hammer', port, request, connections, milliseconds }),
    )
    microseconds.push((((await cpuOf(server)) - before) / slice.done) * 1000)
    return slice
  }
  return { visit, microseconds }
}

/** The shop beside a bare Node server that answers with the same bytes. */
const compareVisits = async (
  house: BenchHouse,
  shop: BenchChild,
  lengths: Lengths,
  path: string,
  accept: string,
) => {
  const { twin, port } = await startTwin(house, `${house.shopUrl}${path}`, accept)
  const request = requestText(path, accept)
  const floor = visitsTo(house, lengths, twin, port, request)
  const own = visitsTo(house, lengths, shop, house.port, request)
  await floor.visit()
  await own.visit()
  const compared = await takeTurns(lengths.rounds, floor.visit, own.visit)
  await twin.end()
  return { compared, cpu: median(own.microseconds), floorCpu: median(floor.microseconds) }
}

const shows = async (house: BenchHouse, price: string): Promise<boolean> =>
  (await (await fetch(`${house.shopUrl}${productPage}`)).text()).includes(price)

const mustShow = async (house: BenchHouse, price: string): Promise<void> => {
  if (!(await shows(house, price))) throw new Error(`the kept product page does not show ${price}`)
}

/**
 * A kept page may never be stale: a price changed by this process shows with the very next request, one changed by
 * another process within moments. Resolves with the milliseconds of the latter; throws when a page is stale.
 */
const checkFreshness = async (house: BenchHouse, shop: BenchChild): Promise<number> => {
  await mustShow(house, '$49.99')
  await shop.ask({ kind: 'price', code: 'syn-wk', cents: 5_123 })
  await mustShow(house, '$51.23')
  await shop.ask({ kind: 'price', code: 'syn-wk', cents: 4_999 })
  await mustShow(house, '$49.99')
  const other = house.openShop(await freePort())
  await other.ask({ kind: 'price', code: 'syn-wk', cents: 5_234 })
  const changedAt = performance.now()
  while (!(await shows(house, '$52.34'))) {
    if (performance.now() - changedAt > 30_000) throw new Error('another process keeps a stale product page')
    await pause(5)
  }
  const milliseconds = performance.now() - changedAt
  await shop.ask({ kind: 'price', code: 'syn-wk', cents: 4_999 })
  await mustShow(house, '$49.99')
  await other.end()
  return milliseconds
}

/** The product page and the plans call. */
export const visitFigures = async (house: BenchHouse, shop: BenchChild, lengths: Lengths) => {
  const stale = await checkFreshness(house, shop)
  const page = await compareVisits(house, shop, lengths, productPage, 'text/html')
  const plans = await compareVisits(house, shop, lengths, listPlans.path, 'application/json')
  const figures: Figure[] = [
    rateFigure('product page, 16 at a time', page.compared, 0.8),
    costFigure('server CPU per product page', page.cpu, page.floorCpu),
    rateFigure('plans call, 16 at a time', plans.compared),
    costFigure('server CPU per plans call', plans.cpu, plans.floorCpu),
    limitFigure('a price change of another process shows after', stale, 'ms', 1_000),
  ]
  return { figures, details: { page: page.compared, plans: plans.compared } }
}
