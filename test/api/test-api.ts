import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import type { Log } from '#platform/log.ts'
import { createRequestLog } from '#platform/request-log.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createRoutes } from '#app/api-routes.ts'
import { createServer } from '#app/server.ts'
import type { Shop } from '#app/shop.ts'
import { machineEndpoints } from '#app/webhooks.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import type { TestAppOptions } from '../support/test-app.ts'

/** A request over the wire, from a network of its own by default. */
export interface Request {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly from?: string
}

let networks = 0

/** Another address for each request, so that limits per network count nothing. */
const nextNetwork = (): string => {
  networks += 1
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const

export interface TestApi {
  /** A running shop with its worker on the same database, for everything that people do. */
  readonly shop: TestShop
  readonly fastify: FastifyInstance
  /** What this process opened: for commands of operators. */
  readonly opened: Shop
  /** Every call that the shop answers, machines' calls too. */
  readonly endpoints: readonly Endpoint[]
  /** What this process wrote to its log. */
  readonly logged: string[]
  /** The lines of the requests that were answered since the last call. */
  readonly takeRequestLines: () => string[]
  readonly inject: (request: Request) => Promise<LightMyRequestResponse>
  /** Resets every budget, for tests in which one member sends more requests than a person would. */
  readonly forgetCounts: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A second web process of a running shop, here in the test's own process, where requests cost no network. */
export const openTestApi = async (
  publicUrl?: string,
  databaseFor: (shop: TestShop) => Promise<TestShop['app']['database']> = async ({ app }) => app.database,
  environment: Readonly<Record<string, string>> = {},
  options: TestAppOptions = {},
): Promise<TestApi> => {
  const shop = await openTestShop(options)
  const logged: string[] = []
  const write = (fields: object, message: string): void =>
    void logged.push(
      `${message} ${JSON.stringify(fields, (_, value) => (value instanceof Error ? value.stack : value))}`,
    )
  const log: Log = { debug: () => undefined, info: () => undefined, warn: write, error: write }
  let written = ''
  const requestLog = createRequestLog('info', (text) => {
    written += text
  })
  const { shop: opened, close: closeOpened } = await openInProcessShop(shop, {
    environment: {
      PUBLIC_URL: publicUrl ?? shop.url,
      COUNTRY_HEADER: 'x-country',
      REGION_HEADER: 'x-region',
      DEV_TOOLS: 'open',
      ...environment,
    },
    log,
    requestLog,
    database: await databaseFor(shop),
  })
  const fastify = await createServer({ ...opened, buildFolder: inject('pagesFolder') })
  await fastify.ready()
  return {
    shop,
    fastify,
    opened,
    endpoints: [...createRoutes(opened).map(({ endpoint: call }) => call), ...machineEndpoints],
    logged,
    takeRequestLines: () => {
      requestLog.flush()
      const lines = written.split('\n').filter((line) => line !== '')
      written = ''
      return lines
    },
    inject: ({ method, url, headers = {}, body, from }) => {
      const known = methods.find((name) => name === method)
      if (!known) throw new Error(`nobody sends ${method}`)
      const remoteAddress = from ?? nextNetwork()
      return fastify.inject({
        method: known,
        url,
        headers,
        remoteAddress,
        ...(body === undefined ? {} : { payload: body }),
      })
    },
    forgetCounts: async () => void (await shop.app.database.pool.query('delete from rate_counter')),
    close: async () => {
      await fastify.close()
      await closeOpened()
      await shop.close()
    },
  }
}

/** The cookies of somebody's browser as a header. */
export const cookieHeader = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
