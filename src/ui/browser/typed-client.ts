import { z } from 'zod'
import { createRequestJson } from './json-client.ts'
import type { BrowserDeps } from './json-client.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'

/** The typed client of the endpoint table: as `createAsk`, and the reply is validated by its schema. */
export const createTypedClient = (deps: BrowserDeps) => {
  const requestJson = createRequestJson(deps)
  return async <C extends Endpoint>(endpoint: C, payload: PayloadInput<C> & object): Promise<ReplyOf<C>> =>
    z.parse<C['reply']>(endpoint.reply, await requestJson(endpoint, payload))
}
