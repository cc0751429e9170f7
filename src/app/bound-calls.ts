import { z } from 'zod'
import type { CallShape, PayloadInput, ReplyOf } from '#shared/call.ts'
import { ShopError } from '#shared/errors.ts'
import { firstMessages, issueMessages } from '#shared/field-messages.ts'
import { unreadableText } from '#shared/unreadable-text.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { isDatabaseAway } from '#platform/transaction.ts'
import { fieldSentence } from './field-sentences.ts'

/** A row of the call table together with what answers it; the payload is checked before the handler sees it. */
export interface BoundCall {
  readonly call: CallShape
  readonly run: (context: CallContext, input: unknown) => Promise<unknown>
}

const notText = 'Kindly leave out characters that are not text.'

const guard = (call: CallShape, context: CallContext): void => {
  const { who } = call
  if ((who === 'member' || who === 'agent') && context.actor.kind !== who)
    throw new ShopError('UNAUTHENTICATED')
}

/** Ties a contract to its handler; the compiler holds payload and reply together. */
export const bind = <C extends CallShape>(call: C, handler: Handler<NoInfer<C>>): BoundCall => ({
  call,
  run: async (context, input) => {
    guard(call, context)
    const parsed = z.safeParse<C['payload']>(call.payload, input, { error: fieldSentence })
    if (!parsed.success)
      throw new ShopError('VALIDATION_ERROR', { fields: firstMessages(issueMessages(parsed.error)) })
    const unreadable = unreadableText(parsed.data)
    if (unreadable) throw new ShopError('VALIDATION_ERROR', { fields: { [unreadable.join('.')]: notText } })
    return handler(context, parsed.data).catch((thrown: unknown) => {
      throw isDatabaseAway(thrown) ? new ShopError('SHOP_BUSY', { cause: thrown }) : thrown
    })
  },
})

/** Makes a call and gives back the checked reply. The same for a page's loader as for a partner over HTTP. */
export type Client = <C extends CallShape>(call: C, payload: PayloadInput<C>) => Promise<ReplyOf<C>>

/** The in-process client: what pages use instead of a private way to the data. */
export const createClient = (calls: readonly BoundCall[], context: CallContext): Client => {
  const byName = new Map(calls.map((bound) => [bound.call.name, bound]))
  return async <C extends CallShape>(call: C, payload: PayloadInput<C>): Promise<ReplyOf<C>> => {
    const bound = byName.get(call.name)
    if (!bound) throw new ShopError('NOT_FOUND')
    return z.parse<C['reply']>(call.reply, await bound.run(context, payload))
  }
}
