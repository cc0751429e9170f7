import { z } from 'zod'
import { createAsk } from './call-client.ts'
import type { ClientGround } from './call-client.ts'
import type { CallShape, PayloadInput, ReplyOf } from '#shared/call.ts'

/** The typed client of the call table: as `createAsk`, and the reply is read by its schema. */
export const createTypedClient = (ground: ClientGround) => {
  const ask = createAsk(ground)
  return async <C extends CallShape>(call: C, payload: PayloadInput<C> & object): Promise<ReplyOf<C>> =>
    z.parse<C['reply']>(call.reply, await ask(call, payload))
}
