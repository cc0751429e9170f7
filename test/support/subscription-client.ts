import type { Endpoint, PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { viewSubscription, type Subscription } from '#subscription/endpoints.ts'
import { changeSubscription, previewChange } from '#subscription/change/change-endpoints.ts'
import type { ChangePreview, ChangeReply } from '#subscription/change/change-endpoints.ts'
import type { Member } from './member.ts'

type Change = PayloadInput<typeof changeSubscription>['change']

/** A member who changes their one subscription. */
export const subscriptionClient = async (member: Member) => {
  const [first] = await member.subscriptions()
  if (!first) throw new Error('the member has no subscription')
  const { id } = first
  /** Signs in again where the clock has moved on, as a browser would have to. */
  const call = async <C extends Endpoint>(endpoint: C, payload: PayloadInput<C>): Promise<ReplyOf<C>> => {
    await member.signIn()
    return member.client.call(endpoint, payload)
  }
  const preview = (change: Change): Promise<ChangePreview> => call(previewChange, { id, change })
  return {
    ...member,
    id,
    call,
    preview,
    view: (): Promise<Subscription> => call(viewSubscription, { id }),
    /** Makes a change without looking at its preview. */
    make: (change: Change): Promise<ChangeReply> => call(changeSubscription, { id, change }),
    /** Makes a change, and has the order that is being charged canceled too. */
    makeAndCancel: (change: Change, cycle: string): Promise<ChangeReply> =>
      call(changeSubscription, { id, change, cancel_order_of_cycle: cycle }),
    /** Looks at the preview and makes exactly that change. */
    agree: async (change: Change): Promise<{ seen: ChangePreview; made: ChangeReply }> => {
      const seen = await preview(change)
      return { seen, made: await call(changeSubscription, { id, change, token: seen.token }) }
    },
  }
}
