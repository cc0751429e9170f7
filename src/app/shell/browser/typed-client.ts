import { z } from 'zod'
import { createRequestJson } from './call-client.ts'
import type { BrowserDeps } from './call-client.ts'
import type { Endpoint, PayloadInput, ReplyOf } from '#shared/call.ts'

/** The typed client of the call table: as `createAsk`, and the reply is read by its schema. */
export const createTypedClient = (deps: BrowserDeps) => {
  const requestJson = createRequestJson(deps)
  return async <C extends Endpoint>(endpoint: C, payload: PayloadInput<C> & object): Promise<ReplyOf<C>> =>
    z.parse<C['reply']>(endpoint.reply, await requestJson(endpoint, payload))
}
